"""pipecat as a peer: speech goes in, the sound of its reply comes out, every frame is timed.

Its defaults are kept: Silero VAD, start of a turn by voice or words, end of a turn by its own
smart-turn v3.2. The models are those of Kith: Moonshine tiny for speech, a Piper voice.
"""

import argparse
import asyncio
import os
import sys
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import numpy as np
import sherpa_onnx
from loguru import logger
from pipecat.audio.turn.smart_turn.local_smart_turn_v3 import LocalSmartTurnAnalyzerV3
from pipecat.audio.vad.silero import SileroVADAnalyzer
from pipecat.frames.frames import Frame, InputAudioRawFrame, StartFrame, TranscriptionFrame
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineParams, PipelineWorker
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.processors.aggregators.llm_response_universal import (
    LLMContextAggregatorPair,
    LLMUserAggregatorParams,
)
from pipecat.services.openai.llm import OpenAILLMService
from pipecat.services.piper.tts import PiperTTSService
from pipecat.services.settings import STTSettings
from pipecat.services.stt_service import SegmentedSTTService
from pipecat.transports.base_input import BaseInputTransport
from pipecat.transports.base_output import BaseOutputTransport
from pipecat.transports.base_transport import TransportParams
from pipecat.turns.user_stop import TurnAnalyzerUserTurnStopStrategy
from pipecat.turns.user_turn_strategies import UserTurnStrategies
from pipecat.utils.time import time_now_iso8601
from pipecat.workers.runner import WorkerRunner

import harness
from microphone import RATE

_SYSTEM = "You are a friendly voice companion. Answer in one or two short spoken sentences."
_VOICE_RATE = 22050


class Moonshine(SegmentedSTTService):
    """pipecat's own Moonshine service, on sherpa-onnx instead of a package that downloads."""

    wants_wav_segments = False

    def __init__(self, folder: Path, timeline: harness.Timeline):
        super().__init__(
            sample_rate=RATE, settings=STTSettings(model="moonshine-tiny-en", language=None)
        )
        self._timeline = timeline
        self._recogniser = sherpa_onnx.OfflineRecognizer.from_moonshine_v2(
            encoder=str(folder / "encoder_model.ort"),
            decoder=str(folder / "decoder_model_merged.ort"),
            tokens=str(folder / "tokens.txt"),
            num_threads=1,
        )

    async def run_stt(self, audio: bytes) -> AsyncGenerator[Frame, None]:
        self._timeline.note_event("transcription_start")
        text = await asyncio.to_thread(self._text, audio)
        self._timeline.note_event("transcription_done")
        if text:
            yield TranscriptionFrame(text, self._user_id, time_now_iso8601(), None)

    def _text(self, audio: bytes) -> str:
        stream = self._recogniser.create_stream()
        stream.accept_waveform(RATE, np.frombuffer(audio, np.int16).astype(np.float32) / 32768)
        self._recogniser.decode_stream(stream)
        return stream.result.text.strip()


class SmartTurn(LocalSmartTurnAnalyzerV3):
    """pipecat's turn model; says what it thought."""

    def __init__(self, timeline: harness.Timeline):
        super().__init__()
        self._timeline = timeline

    def _predict_endpoint(self, audio: np.ndarray) -> dict[str, Any]:
        verdict = super()._predict_endpoint(audio)
        self._timeline.note_event("smart_turn", round(verdict["probability"], 3))
        return verdict


class Input(BaseInputTransport):
    """Where the microphone is pushed in."""

    async def start(self, frame: StartFrame) -> None:
        await super().start(frame)
        await self.set_transport_ready(frame)


class Output(BaseOutputTransport):
    """Takes each frame in its own playing time, as a sound card does."""

    def __init__(self, params: TransportParams, timeline: harness.Timeline):
        super().__init__(params)
        self._timeline = timeline
        self._until = 0.0

    async def start(self, frame: StartFrame) -> None:
        await super().start(frame)
        await self.set_transport_ready(frame)

    async def write_audio_frame(self, frame: Any) -> bool:
        at = harness.now()
        seconds = self._timeline.note_frame(frame.audio, frame.sample_rate, at)
        # Within a reply the next frame is due when this one is over, however late it came.
        self._until = (self._until if at - self._until < 0.1 else at) + seconds
        await asyncio.sleep(max(0.0, self._until - harness.now()))
        return True


class Pipecat:
    """A running pipeline."""

    def __init__(self, options: argparse.Namespace, timeline: harness.Timeline):
        self._context = LLMContext()
        params = TransportParams(audio_in_enabled=True, audio_out_enabled=True)
        self._input = Input(params)
        llm = OpenAILLMService(
            api_key="none",
            base_url=f"{options.brain}/v1",
            settings=OpenAILLMService.Settings(
                model="mock", temperature=0.0, max_tokens=60, system_instruction=_SYSTEM
            ),
        )
        voice = PiperTTSService(
            download_dir=options.piper, settings=PiperTTSService.Settings(voice=options.voice)
        )
        # The default strategies; the end of a turn is written out to hear what the model says.
        stop = TurnAnalyzerUserTurnStopStrategy(turn_analyzer=SmartTurn(timeline))
        user, assistant = LLMContextAggregatorPair(
            self._context,
            user_params=LLMUserAggregatorParams(
                vad_analyzer=SileroVADAnalyzer(),
                user_turn_strategies=UserTurnStrategies(stop=[stop]),
            ),
        )

        @user.event_handler("on_user_turn_started")
        async def _started(*_: Any) -> None:
            timeline.note_event("turn_start")

        @user.event_handler("on_user_turn_stopped")
        async def _stopped(*_: Any) -> None:
            timeline.note_event("turn_stop")

        hearing = Moonshine(options.moonshine, timeline)
        stages = [self._input, hearing, user, llm, voice, Output(params, timeline), assistant]
        self._worker = PipelineWorker(
            Pipeline(stages),
            params=PipelineParams(
                audio_in_sample_rate=RATE, audio_out_sample_rate=_VOICE_RATE
            ),
            idle_timeout_secs=None,
        )

    async def start(self) -> asyncio.Task[None]:
        ready = asyncio.Event()

        @self._worker.event_handler("on_pipeline_started")
        async def _started(*_: Any) -> None:
            ready.set()

        runner = WorkerRunner(handle_sigint=False)
        await runner.add_workers(self._worker)
        running = asyncio.create_task(runner.run())
        await ready.wait()
        return running

    async def push(self, frame: bytes) -> None:
        await self._input.push_audio_frame(
            InputAudioRawFrame(audio=frame, sample_rate=RATE, num_channels=1)
        )

    async def forget(self) -> None:
        self._context.set_messages([])

    async def wake(self) -> None:
        """Nothing to do: it hears whatever is pushed."""

    async def rest(self) -> None:
        """Nothing to do: without frames it waits."""


async def main() -> None:
    parser = harness.arguments(__doc__)
    add = parser.add_argument
    add("--moonshine", type=Path, required=True, help="folder with the models and tokens.txt")
    add("--piper", type=Path, required=True, help="folder with VOICE.onnx and VOICE.onnx.json")
    options = parser.parse_args()
    logger.remove()
    if options.debug:
        logger.add(sys.stderr, level="DEBUG")
    timeline = harness.Timeline()
    product = Pipecat(options, timeline)
    running = await product.start()
    await harness.Harness(product, timeline, options, os.getpid()).run()
    # Its threads would be waited for; there is nothing to keep.
    running.cancel()
    os._exit(0)


asyncio.run(main())
