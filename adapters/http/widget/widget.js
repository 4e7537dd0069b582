// @ts-check
/**
 * "Ask AI" for a documentation: one script without dependencies, cookies and storage. It lives in a closed shadow root, so that the
 * page and it change nothing of each other, and asks the server that it came from.
 */
(() => {
  const script = /** @type {HTMLScriptElement} */ (
    document.currentScript ?? document.querySelector('script[data-key][src$="/widget.js"]')
  );
  const {
    key = '',
    label,
    language,
    colour = '#4f46e5',
    place = 'right',
    questions = '',
    version,
    person,
  } = script.dataset;
  const host = new URL(script.src).origin;
  /** @type {Record<string, Record<string, string>>} */
  const texts = /* TEXTS */ {};
  const wanted = [language, document.documentElement.lang, ...navigator.languages].map((tag) =>
    (tag ?? '').slice(0, 2).toLowerCase(),
  );
  const locale = wanted.find((tag) => tag in texts) ?? 'en';
  const t = (/** @type {string} */ name) => texts[locale]?.[name] ?? '';

  /**
   * @param {string} tag
   * @param {Record<string, unknown>} [set]
   * @param {(Node | string)[]} children
   * @returns {any}
   */
  const make = (tag, set = {}, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(set))
      if (name in element) Object.assign(element, { [name]: value });
      else element.setAttribute(name, String(value));
    element.append(...children);
    return element;
  };
  /** Only addresses of the web: an answer cannot make a link that runs something. */
  const link = (/** @type {string} */ url, /** @type {(Node | string)[]} */ ...title) => {
    const isWeb = URL.canParse(url) && /^https?:$/u.test(new URL(url).protocol);
    return isWeb
      ? make('a', { href: url, target: '_blank', rel: 'noopener nofollow' }, ...title)
      : make('span', {}, ...title);
  };

  const inlineMark =
    /(`+)(.+?)\1|(?:\*\*|__)(?=\S)(.+?)(?:\*\*|__)(?!\w)|\*([^*\s][^*]*)\*|(?<!\w)_([^_\s][^_]*)_(?!\w)|~~(.+?)~~|\[([^\]]+)\]\((\S+?)\)|<?(https?:\/\/[^\s<>]+[^\s<>.,;:!?)])>?/gsu;
  /** @type {(text: string) => (Node | string)[]} */
  const inline = (text) => {
    /** @type {(Node | string)[]} */
    const parts = [];
    let at = 0;
    for (const found of text.matchAll(inlineMark)) {
      const [whole, , code, bold, star, line, struck, title, url, bare] = found;
      parts.push(text.slice(at, found.index));
      if (code !== undefined) parts.push(make('code', {}, code.trim()));
      else if (bold !== undefined) parts.push(make('strong', {}, ...inline(bold)));
      else if (star ?? line) parts.push(make('em', {}, ...inline(star ?? line ?? '')));
      else if (struck !== undefined) parts.push(make('s', {}, ...inline(struck)));
      else if (title !== undefined) parts.push(link(url ?? '', ...inline(title)));
      else parts.push(link(bare ?? '', bare ?? ''));
      at = (found.index ?? 0) + whole.length;
    }
    return [...parts, text.slice(at)];
  };

  const codeBlock = (/** @type {string} */ code) => {
    const copy = make('button', { type: 'button', className: 'copy' }, t('copy'));
    copy.addEventListener('click', async () => {
      await navigator.clipboard?.writeText(code).then(
        () => (copy.textContent = t('copied')),
        () => {},
      );
    });
    return make('div', { className: 'code' }, copy, make('pre', { tabIndex: 0 }, make('code', {}, code)));
  };

  const fence = /^\s*(```+|~~~+)/u;
  const itemMark = /^(\s*)(?:[-*+]|(\d+)[.)])\s+/u;
  const indentOf = (/** @type {string} */ line) => line.search(/\S|$/u);

  /**
   * Markdown as nodes, never as HTML.
   * @param {string[]} lines
   * @returns {Node[]}
   */
  const blocks = (lines) => {
    /** @type {Node[]} */
    const nodes = [];
    /** The lines from here on, as far as the test holds, taken. @type {(test: (line: string) => boolean) => string[]} */
    const take = (test) => {
      const end = lines.findIndex((line) => !test(line));
      return lines.splice(0, end < 0 ? lines.length : end);
    };
    while (lines.length > 0) {
      const [first = ''] = lines;
      const mark = fence.exec(first)?.[1];
      const item = itemMark.exec(first);
      const heading = /^#{1,6}\s+(.*)$/u.exec(first);
      if (mark) {
        const indent = indentOf(String(lines.shift()));
        const code = take((line) => !line.trim().startsWith(mark));
        lines.shift();
        nodes.push(codeBlock(code.map((line) => line.slice(Math.min(indent, indentOf(line)))).join('\n')));
      } else if (item) nodes.push(list(item, take));
      else if (heading) {
        lines.shift();
        nodes.push(make('p', { className: 'heading' }, ...inline(heading[1] ?? '')));
      } else if (first.startsWith('>')) {
        const quoted = take((line) => line.startsWith('>')).map((line) => line.replace(/^>\s?/u, ''));
        nodes.push(make('blockquote', {}, ...blocks(quoted)));
      } else if (first.trim() === '') lines.shift();
      else {
        const [own = ''] = lines.splice(0, 1);
        const more = take(
          (line) => line.trim() !== '' && !/^\s*(?:```|~~~|>|#{1,6}\s|[-*+]\s|\d+[.)]\s)/u.test(line),
        );
        const text = [own, ...more].map((line) => line.replace(/^-#\s/u, '')).join('\n');
        nodes.push(make('p', {}, ...inline(text)));
      }
    }
    return nodes;
  };

  /** @type {(first: RegExpExecArray, take: (test: (line: string) => boolean) => string[]) => Node} */
  const list = ([, space = '', number], take) => {
    const indent = space.length;
    const isOwn = (/** @type {string} */ line) => itemMark.test(line) && indentOf(line) <= indent;
    /** @type {string[][]} */
    const items = [];
    let isBlank = false;
    // What is indented goes on with an item; so does a line right behind it.
    for (const line of take((line) => {
      const goesOn =
        line.trim() === '' || indentOf(line) > indent || isOwn(line) || !(isBlank || fence.test(line));
      isBlank = line.trim() === '';
      return goesOn;
    })) {
      if (isOwn(line)) items.push([line.replace(itemMark, '')]);
      else items.at(-1)?.push(line);
    }
    const nodes = items.map((own) => {
      const [text = '', ...rest] = own;
      const inner = Math.min(...rest.filter((line) => line.trim() !== '').map(indentOf));
      const all = blocks([text, ...rest.map((line) => line.slice(Number.isFinite(inner) ? inner : 0))]);
      const [only] = all;
      return make(
        'li',
        {},
        ...(all.length === 1 && only instanceof HTMLParagraphElement ? only.childNodes : all),
      );
    });
    return make(
      number === undefined ? 'ul' : 'ol',
      number === undefined ? {} : { start: Number(number) },
      ...nodes,
    );
  };

  const request = (/** @type {string} */ path, /** @type {object} */ body) =>
    fetch(host + path, {
      method: 'POST',
      credentials: 'omit',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'text/event-stream',
      },
      body: JSON.stringify(body),
    });

  /** @type {string | undefined} */
  let conversation;
  /** Two minutes: a server that starts again is back by then. */
  const mostTries = 18;
  const longestPause = 8_000;
  /** The server says something every 15 s. */
  const silence = 40_000;

  /** Also on pages that are no secure context. */
  const idOf = () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
      '',
    );

  /** Asks until the answer is there: after a break the same request finds the same run, and nothing is asked twice. */
  const ask = async (/** @type {string} */ question, /** @type {(status: string) => void} */ tell) => {
    const page = {
      url: location.origin + location.pathname,
      title: document.title.slice(0, 200),
      ...(version && { version: version.slice(0, 50) }),
    };
    const body = { question, request_id: idOf(), page };
    for (let attempt = 1; ; attempt += 1) {
      try {
        const response = await request('/v1/ask', { ...body, conversation_id: conversation });
        if (response.status === 404 && conversation !== undefined) {
          conversation = undefined;
          continue;
        }
        if (!response.ok && response.status < 500) return { message: t('failed') };
        const answer = await readEvents(response, tell);
        if (answer) return answer;
      } catch {
        // The connection broke.
      }
      if (attempt === mostTries) return { message: t('failed') };
      await new Promise((resolve) => setTimeout(resolve, Math.min(longestPause, 500 * 2 ** (attempt - 1))));
    }
  };

  /** The result of a stream, or null if it ended without one. */
  const readEvents = async (
    /** @type {Response} */ response,
    /** @type {(status: string) => void} */ tell,
  ) => {
    if (!response.ok || !response.body) return null;
    let rest = '';
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const lost = setTimeout(() => void reader.cancel().catch(() => {}), silence);
      const { done, value = '' } = await reader.read().finally(() => clearTimeout(lost));
      if (done) return null;
      const events = (rest + value).split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) {
        const [, name, data] = /^event: (\w+)\ndata: (.*)$/u.exec(event) ?? [];
        if (name === 'status') tell(JSON.parse(data ?? '{}').status);
        if (name === 'result') return JSON.parse(data ?? '{}');
        if (name === 'error') return null;
      }
    }
  };

  const log = make('div', { className: 'log', role: 'log', tabIndex: 0, ariaLabel: t('answers') });
  const input = make('textarea', {
    rows: 2,
    maxLength: 4000,
    placeholder: t('question'),
    ariaLabel: t('question'),
  });
  const send = make('button', { type: 'submit', className: 'send' }, t('send'));
  const form = make('form', {}, input, send);
  const close = make('button', { type: 'button', className: 'close', ariaLabel: t('close') }, '×');
  const title = make('h2', { id: 'title' }, label || t('ask'));
  const panel = make(
    'section',
    { className: `panel ${place}`, role: 'dialog', hidden: true, 'aria-labelledby': 'title' },
    make('header', {}, title, close),
    log,
    form,
    make('p', { className: 'note' }, t('note')),
  );
  const open = make(
    'button',
    { type: 'button', className: `open ${place}`, ariaExpanded: 'false', ariaHasPopup: 'dialog' },
    label || t('ask'),
  );

  /** Links to pages, titles where a page has no address. */
  const pages = (
    /** @type {string} */ heading,
    /** @type {{ title: string, url: string | null }[]} */ list = [],
  ) =>
    list.length === 0
      ? []
      : [
          make('p', { className: 'heading' }, heading),
          make('ul', {}, ...list.map((page) => make('li', {}, link(page.url ?? '', page.title)))),
        ];

  const votes = (/** @type {string} */ id) => {
    const row = make('div', { className: 'votes' });
    const tell = async (/** @type {boolean} */ helpful, /** @type {string} */ reason = '') => {
      const sent = request('/v1/votes', { answer_id: id, helpful, ...(reason && { reason }) });
      const isTaken = await sent.then(
        ({ ok }) => ok,
        () => false,
      );
      return isTaken ? t('thanks') : t('failed');
    };
    const yes = make('button', { type: 'button' }, t('helpful'));
    const no = make('button', { type: 'button' }, t('not_helpful'));
    const vote = async (/** @type {boolean} */ helpful, /** @type {string} */ reason = '') => {
      input.focus();
      row.replaceChildren(await tell(helpful, reason));
    };
    yes.addEventListener('click', () => vote(true));
    no.addEventListener('click', () => {
      // It counts without a reason, too: the last vote stands.
      void tell(false);
      const reason = make('input', { maxLength: 500, placeholder: t('reason'), ariaLabel: t('reason') });
      const why = make('form', {}, reason, make('button', { type: 'submit' }, t('send')));
      why.addEventListener('submit', (/** @type {Event} */ event) => {
        event.preventDefault();
        void vote(false, reason.value.trim());
      });
      row.replaceChildren(why);
      reason.focus();
    });
    row.append(yes, no);
    return row;
  };

  let isAsking = false;
  const askAndShow = async (/** @type {string} */ question) => {
    if (isAsking || question.trim() === '') return;
    isAsking = true;
    input.value = '';
    input.focus();
    log.querySelector('.starters')?.remove();
    const status = make('p', { className: 'status' }, t('searching'));
    const answer = make('div', { className: 'answer' }, status);
    const asked = make('p', { className: 'question' }, question);
    log.append(asked, answer);
    /** The question stands at the top, so that its answer is seen from its beginning. */
    const scroll = () => (log.scrollTop = asked.offsetTop - log.offsetTop - 8);
    scroll();
    const tell = (/** @type {string} */ step) => {
      status.textContent =
        step === 'GENERATING_ANSWER' || step === 'VERIFYING_CITATION' ? t('writing') : t('searching');
    };
    await ask(question, tell)
      .then((said) => showAnswer(said, answer, question))
      // What cannot be shown must not keep the next question waiting.
      .catch(() => answer.replaceChildren(t('failed')));
    isAsking = false;
    scroll();
  };

  const showAnswer = (
    /** @type {any} */ said,
    /** @type {HTMLElement} */ answer,
    /** @type {string} */ question,
  ) => {
    conversation = said.conversation_id ?? conversation;
    const isAnswer = typeof said.answer === 'string';
    // On Discord the team may come after a refusal; here nobody does.
    const isRefused = said.outcome === 'failed' || /^(?:asked_too_often|budget_spent)$/u.test(said.reason);
    const words = isAnswer ? said.answer : ((isRefused ? null : said.message) ?? t('failed'));
    if (said.outcome === undefined && input.value === '') input.value = question;
    answer.replaceChildren(
      ...blocks(words.split('\n')),
      ...(isAnswer ? pages(t('sources'), said.citations) : pages(t('nearest'), said.nearest_pages)),
      ...(isAnswer ? [votes(said.answer_id)] : []),
      ...(person ? [make('p', {}, link(person, t('person')))] : []),
    );
  };

  form.addEventListener('submit', (/** @type {Event} */ event) => {
    event.preventDefault();
    void askAndShow(input.value);
  });
  input.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.isComposing)
      form.requestSubmit(event.preventDefault());
  });
  const show = (/** @type {boolean} */ isShown) => {
    holder.classList.toggle('dark', isDark());
    panel.hidden = !isShown;
    open.ariaExpanded = String(isShown);
    (isShown ? input : open).focus();
  };
  open.addEventListener('click', () => show(panel.hidden));
  close.addEventListener('click', () => show(false));
  // The shortcuts of the page are not meant.
  for (const type of ['keydown', 'keypress', 'keyup'])
    panel.addEventListener(type, (/** @type {KeyboardEvent} */ event) => {
      event.stopPropagation();
      if (type === 'keydown' && event.key === 'Escape') show(false);
    });
  const starters = questions.split('|').filter((one) => one.trim() !== '');
  if (starters.length > 0)
    log.append(
      make(
        'div',
        { className: 'starters' },
        ...starters.map((one) =>
          make('button', { type: 'button', onclick: () => askAndShow(one.trim()) }, one.trim()),
        ),
      ),
    );

  /** Sites have switches of their own, so the page's background tells; where there is none, the system does. */
  const isDark = () => {
    for (const element of [document.body, document.documentElement]) {
      const brightness = brightnessOf(element);
      if (brightness !== null) return brightness < 110;
    }
    return matchMedia('(prefers-color-scheme: dark)').matches;
  };
  /** Of its background, up to 255; null where it has none. */
  const brightnessOf = (/** @type {Element} */ element) => {
    const numbers = getComputedStyle(element).backgroundColor.match(/[\d.]+/gu) ?? [];
    const [red = 0, green = 0, blue = 0, alpha = 1] = numbers.map(Number);
    return alpha > 0.5 ? red * 0.3 + green * 0.6 + blue * 0.1 : null;
  };

  const style = new CSSStyleSheet();
  style.replaceSync(/* STYLE */ '');
  const holder = make('div', { 'data-steward': '' });
  const root = holder.attachShadow({ mode: 'closed' });
  root.adoptedStyleSheets = [style];
  root.append(open, panel);
  holder.style.setProperty('--steward', CSS.supports('color', colour) ? colour : '#4f46e5');
  const add = () => {
    if (holder.isConnected || document.querySelector('[data-steward]')) return;
    document.body.append(holder);
    holder.classList.toggle('dark', isDark());
    holder.style.setProperty('--ink', (brightnessOf(open) ?? 0) > 150 ? '#000' : '#fff');
  };
  if (document.body) add();
  else addEventListener('DOMContentLoaded', add);
  // Some sites replace their body with that of the next page.
  new MutationObserver(() => document.body && add()).observe(document.documentElement, { childList: true });
})();
