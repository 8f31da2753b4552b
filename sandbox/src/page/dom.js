// Elements. All that is put into them is text: nothing from outside is ever read as markup.

/** An element by `tag.class.class`; attributes, `on..` listeners and children may follow. */
export function h(name, ...children) {
  const [tag, ...classes] = name.split('.');
  const element = document.createElement(tag);
  if (classes.length > 0) element.className = classes.join(' ');
  const attributes = children[0]?.constructor === Object ? children.shift() : {};
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== false)
      element.setAttribute(key, value === true ? '' : value);
  }
  fill(element, children);
  return element;
}

/** Replaces the children of an element; lists are flattened, and missing ones omitted. */
export function fill(element, ...children) {
  const isMissing = (child) => child === undefined || child === null || child === false;
  element.replaceChildren(...children.flat(Infinity).filter((child) => !isMissing(child)));
}

/** Options of a select: texts, or pairs of a value and a text. */
export const options = (all, chosen) =>
  all.map((one) => {
    const [value, text] = [one].flat();
    return h('option', { value, selected: value === chosen }, text ?? value);
  });

/** Fills a select, but not again with the same options: it may be open. */
export function offer(select, all, chosen) {
  const offered = JSON.stringify(all);
  if (select.dataset.offered !== offered) fill(select, options(all));
  select.dataset.offered = offered;
  select.value = chosen;
}

export const button = (text, onclick, attributes = {}) =>
  h('button', { type: 'button', onclick, ...attributes }, text);

/** A button that copies what `text` returns. */
export const copier = (what, text) =>
  button('Copy', () => copy(text()), { 'aria-label': `Copy the ${what}` });

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    say('Copied, including credentials.');
  } catch {
    say('The browser does not allow this page to copy. Select the text instead.', true);
  }
}

/** Shows a message for some seconds, and announces it to screen readers. */
export function say(text, isWrong = false) {
  const place = document.getElementById('message');
  place.textContent = text;
  place.classList.toggle('wrong', isWrong);
  clearTimeout(say.timer);
  say.timer = setTimeout(() => place.replaceChildren(), isWrong ? 15000 : 5000);
}

export const count = (number, one) =>
  `${number.toLocaleString('en')} ${one}${number === 1 ? '' : 's'}`;
