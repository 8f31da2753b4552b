// Elements. All that is put into them is text: nothing from outside is ever read as markup.

/** An element by `tag.class.class`, with attributes, `on..` listeners, and children. */
export function h(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split('.');
  const element = document.createElement(tag);
  if (classes.length > 0) element.className = classes.join(' ');
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === 'function') element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? '' : value);
  }
  element.append(
    ...children
      .flat(Infinity)
      .filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/** A table; a cell is text, an element or several. */
export function table(caption, heads, rows, none = 'None.') {
  if (rows.length === 0) return h('p.dim', {}, none);
  return h(
    'div.scroll',
    { role: 'region', tabindex: 0, 'aria-label': caption },
    h(
      'table',
      {},
      h('caption.hidden', {}, caption),
      head(heads),
      h(
        'tbody',
        {},
        rows.map((cells) =>
          h(
            'tr',
            {},
            cells.map((cell) => h('td', {}, cell)),
          ),
        ),
      ),
    ),
  );
}

/** The head of a table; with classes, columns are styled by their names. */
export function head(heads, hasClasses = false) {
  const cell = (name) =>
    h('th', { scope: 'col', class: hasClasses && name.toLowerCase() }, name);
  const cells = heads.map((name) => (name === '' ? h('td') : cell(name)));
  return h('thead', {}, h('tr', {}, cells));
}

/** Options of a select: texts, or pairs of a value and a text. */
export function options(all, chosen) {
  return all.map((one) => {
    const [value, text] = Array.isArray(one) ? one : [one, one];
    return h('option', { value, selected: value === chosen }, text);
  });
}

const offered = new WeakMap();

/** Fills a select; only anew where there are others to choose from, as it may be open. */
export function offer(select, all, chosen) {
  const now = JSON.stringify(all);
  if (offered.get(select) !== now) select.replaceChildren(...options(all));
  offered.set(select, now);
  select.value = chosen;
}

export function field(label, control) {
  return h('label.field', {}, h('span', {}, label), control);
}

export function button(text, onclick, attributes = {}) {
  return h('button', { type: 'button', onclick, ...attributes }, text);
}

/** Says what was done, to eyes and to screen readers. */
export function say(text, wrong = false) {
  const place = document.getElementById('said');
  place.textContent = text;
  place.classList.toggle('wrong', wrong);
  clearTimeout(say.timer);
  say.timer = setTimeout(
    () => {
      place.textContent = '';
    },
    wrong ? 15000 : 5000,
  );
}

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    say('Copied, with its credentials.');
  } catch {
    say('The browser does not let this page copy. Select the text, with its credentials.', true);
  }
}

/** Does something, says how it went, and answers whether it went well. */
export async function doing(what, done) {
  try {
    await what();
    if (done) say(done);
    return true;
  } catch (error) {
    say(error.message, true);
    return false;
  }
}

/**
 * Sends what a form holds, which stays as it is. What is wrong with it is said in the form until
 * the next try; `fieldOf` tells which field an error is about.
 */
export async function sending(form, what, done, fieldOf = () => undefined) {
  const place = form.querySelector('.problem') ?? h('p.problem', { id: unique(), role: 'alert' });
  form.append(place);
  place.textContent = '';
  for (const field of form.querySelectorAll('[aria-invalid]')) {
    field.removeAttribute('aria-invalid');
    field.removeAttribute('aria-describedby');
  }
  try {
    await what();
    say(done);
  } catch (error) {
    const field = fieldOf(error);
    place.textContent = named(error.message, field);
    field?.setAttribute('aria-invalid', 'true');
    field?.setAttribute('aria-describedby', place.id);
    field?.focus();
  }
}

/** An error with the name that its field has for people, instead of those it has in JSON. */
function named(message, field) {
  const label = field?.closest('label')?.querySelector('span')?.textContent;
  return label ? `${label}: ${message.replace(/^(`\w+`: )+/, '')}` : message;
}

let given = 0;

function unique() {
  given += 1;
  return `given-${given}`;
}

/** Asks before something that cannot be undone. */
export function ask(question, verb) {
  return new Promise((answer) => {
    const dialog = h(
      'dialog',
      {
        'aria-label': question,
        onclose: () => {
          dialog.remove();
          answer(dialog.returnValue === 'yes');
        },
      },
      h('p', {}, question),
      h(
        'div.row',
        {},
        button(verb, () => dialog.close('yes'), { class: 'strong' }),
        button('Cancel', () => dialog.close('no'), { autofocus: true }),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Runs `act` once things have been quiet for so many milliseconds. */
export function debounced(act, wait) {
  let timer;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(act, wait, ...given);
  };
}

export const count = (number, one, many = `${one}s`) =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

/** Seconds since 1970 as a short date and time, in UTC as the service tells times. */
export const moment = (seconds) =>
  new Date(seconds * 1000).toISOString().replace('T', ' ').slice(0, 16);
