"""A stand-in for a language model: an OpenAI-compatible chat server with fixed replies.

The first token comes after --ttft-ms, then --tps tokens a second. A token is a word with the space
before it, or a punctuation mark.

POST /v1/chat/completions   with "stream" true or false
GET  /v1/models, /health
POST /control?reply=N       chooses the reply to the requests that follow
"""

import argparse
import asyncio
import json
import re
import time
from typing import Any

#: First sentences of 4, 8, 12 and 16 words, so that a longer one costs every product the same.
_REPLIES = (
    "That sounds really good. Tell me what comes next, please.",
    "I heard every word that you just said. Tell me what comes next, please.",
    "That is a good thought, and I am glad you told me. Tell me what comes next, please.",
    "I think we can look at that together this evening, when you have a little more time. "
    "Tell me what comes next, please.",
)
_MOST_BODY = 1 << 20


def tokens(text: str) -> list[str]:
    return re.findall(r"\s*\w+|\s*[^\w\s]", text)


class StandIn:
    """Answers requests; one reply is chosen for all."""

    def __init__(self, first_token: float, tokens_a_second: float):
        self._first_token = first_token
        self._tokens_a_second = tokens_a_second
        self._reply = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                await self._request(reader, writer)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass  # The client has gone.
        finally:
            writer.close()

    async def _request(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin1").split("\r\n")
        path = head[0].split()[1]
        headers = (line.split(":", 1) for line in head[1:] if ":" in line)
        lengths = [int(value) for name, value in headers if name.lower() == "content-length"]
        length = lengths[0] if lengths else 0
        if length > _MOST_BODY:
            raise ConnectionError("a body of that size is no chat")
        body = await reader.readexactly(length)
        if path.startswith("/control"):
            self._reply = int(path.split("reply=")[1]) % len(_REPLIES)
            _send(writer, {})
        elif path.endswith("/chat/completions"):
            await self._chat(writer, json.loads(body))
        elif path.endswith("/models"):
            _send(writer, {"object": "list", "data": [{"id": "mock", "object": "model"}]})
        else:
            _send(writer, {"status": "ok"})

    async def _chat(self, writer: asyncio.StreamWriter, request: dict[str, Any]) -> None:
        begun = time.monotonic()
        text = _REPLIES[self._reply]
        pieces = tokens(text)
        base = {"id": "chatcmpl-mock", "created": int(time.time()), "model": "mock"}
        if not request.get("stream"):
            await asyncio.sleep(self._first_token + len(pieces) / self._tokens_a_second)
            message = {"role": "assistant", "content": text}
            choice = {"index": 0, "finish_reason": "stop", "message": message}
            _send(writer, {**base, "object": "chat.completion", "choices": [choice]})
            return
        base["object"] = "chat.completion.chunk"
        writer.write(
            b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
            b"Cache-Control: no-cache\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        for index, piece in enumerate(pieces):
            due = begun + self._first_token + index / self._tokens_a_second
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            if writer.transport.is_closing():
                raise ConnectionError("the client has gone")
            delta = {"content": piece} if index else {"role": "assistant", "content": piece}
            choice = {"index": 0, "delta": delta, "finish_reason": None}
            _stream(writer, json.dumps({**base, "choices": [choice]}))
            await writer.drain()
        choice = {"index": 0, "delta": {}, "finish_reason": "stop"}
        _stream(writer, json.dumps({**base, "choices": [choice]}))
        if (request.get("stream_options") or {}).get("include_usage"):
            count = len(pieces)
            used = {"prompt_tokens": 1, "completion_tokens": count, "total_tokens": count + 1}
            _stream(writer, json.dumps({**base, "choices": [], "usage": used}))
        _stream(writer, "[DONE]")
        writer.write(b"0\r\n\r\n")


def _send(writer: asyncio.StreamWriter, answer: dict[str, Any]) -> None:
    body = json.dumps(answer).encode()
    head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(body)}"
    writer.write(head.encode() + b"\r\n\r\n" + body)


def _stream(writer: asyncio.StreamWriter, data: str) -> None:
    event = f"data: {data}\n\n".encode()
    writer.write(f"{len(event):x}\r\n".encode() + event + b"\r\n")


async def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--port", type=int, default=0, help="the port (0: a free one)")
    parser.add_argument("--ttft-ms", type=float, default=200, help="until the first token (200)")
    parser.add_argument("--tps", type=float, default=40, help="tokens a second (40)")
    options = parser.parse_args()
    stand_in = StandIn(options.ttft_ms / 1000, options.tps)
    server = await asyncio.start_server(stand_in.serve, "127.0.0.1", options.port)
    print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", flush=True)
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
