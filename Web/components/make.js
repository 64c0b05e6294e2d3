/**
 * Makes an element. Text becomes text and never markup, whoever wrote it.
 *
 * @param {string} tag `name` or `name.class.class`.
 * @param {object} properties `on` maps events to listeners; names with a dash, `role`, `for` and
 *   the like become attributes; the rest are properties.
 * @param {...(Node | string | null | undefined | false)} children
 */
export function make(tag, properties = {}, ...children) {
  const [name, ...classes] = tag.split('.');
  const element = document.createElement(name);
  if (classes.length > 0) element.className = classes.join(' ');
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (key === 'on') {
      for (const [event, does] of Object.entries(value)) element.addEventListener(event, does);
    } else if (key === 'data') {
      Object.assign(element.dataset, value);
    } else if (key.includes('-') || !(key in element)) {
      element.setAttribute(key, value);
    } else {
      element[key] = value;
    }
  }
  element.append(...children.filter((child) => child || child === ''));
  return element;
}
