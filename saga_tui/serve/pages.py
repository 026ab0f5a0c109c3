"""What a browser gets: two pages, their style and script, and the policy that all of them keep to."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Final

from saga_tui.safe import safe

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cache-Control": "no-store",
}
"""With every answer."""
STATICS: Final = {
    "textual.js": ("js/textual.js", "text/javascript"),
    "xterm.css": ("css/xterm.css", "text/css"),
    "mono.ttf": ("fonts/RobotoMono-VariableFont_wght.ttf", "font/ttf"),
}
"""The files of textual-serve that a page needs, by the names that they have here."""
_HEAD: Final = (
    "<!doctype html><html lang=en><meta charset=utf-8>"
    "<meta name=viewport content='width=device-width,initial-scale=1,interactive-widget=resizes-content'>"
    "<meta name=robots content=noindex><link rel=icon href='data:,'><link rel=stylesheet href=/own/own.css>"
)


def join_page(*, code: bool) -> str:
    """Where a link ends: it lets in at once, or asks for the code of the table."""
    field = (
        "<label for=code>The code of your table</label>"
        "<input id=code autocomplete=off autocapitalize=none spellcheck=false maxlength=16>"
    )
    return (
        f"{_HEAD}<title>saga-tui</title><script src=/own/own.js></script>"
        f"<body class=words data-code={int(code)}><main><h1>saga-tui</h1>"
        f"<p id=said role=status>Open the link of your seat. Whoever runs the table has it.</p>"
        f"<form id=join hidden>{field if code else ''}<button>Sit down</button></form></main>"
    )


def seat_page(name: str, others: Iterable[tuple[str, str]]) -> str:
    """A seat's window. `others` are the addresses and names of those who can be looked at from the page itself."""
    links = "".join(f"<a href='{escape(to, quote=True)}'>{escape(safe(who))}</a>" for to, who in others)
    return (
        f"{_HEAD}<title>{escape(safe(name))}</title><link rel=stylesheet href=/own/xterm.css>"
        f"<script src=/own/own.js></script><script src=/own/textual.js></script>"
        f"<body class=seat>{f'<nav>{links}</nav>' if links else ''}"
        "<div id=terminal class=textual-terminal data-session-websocket-url='' data-font-size=16></div>"
        "<footer><button data-keys='\x1b'>esc</button><button id=keyboard>⌨ keyboard</button></footer>"
        "<div id=over hidden><p id=why></p><button id=again>Open it here</button></div>"
    )


def words_page(text: str) -> str:
    """A page that only says something."""
    return f"{_HEAD}<title>saga-tui</title><body class=words><main><h1>saga-tui</h1><p>{escape(text)}</p></main>"


STYLE: Final = """
@font-face{font-family:'Roboto Mono';src:url(/own/mono.ttf)}
html,body{margin:0;height:100%;background:#0c181f;color:#dde6ea;font:16px system-ui,sans-serif}
body.seat{display:flex;flex-direction:column;height:100dvh;overflow:hidden;overscroll-behavior:none}
#terminal{flex:1;min-height:0;width:100vw;height:auto;touch-action:none}
nav{display:flex;flex-wrap:wrap;max-height:72px;overflow-y:auto}nav a{color:#9bd;padding:8px 12px;white-space:nowrap}
footer{display:none}footer button{flex:1}
@media(pointer:coarse){footer{display:flex;gap:4px;padding:2px}}
button{font:inherit;color:#fff;background:#24556b;border:0;border-radius:6px;padding:8px 16px;min-height:40px}
main{max-width:26em;margin:12vh auto;padding:0 20px}h1{font-size:22px}
input{font:inherit;display:block;width:100%;box-sizing:border-box;padding:10px;margin:8px 0 14px}
#over{position:fixed;inset:0;background:#0c181fee;display:flex;flex-direction:column;align-items:center;
justify-content:center;gap:12px;padding:20px;text-align:center;z-index:20}#over[hidden]{display:none}
#over button{min-width:min(60%,20em);min-height:64px}
"""
COLUMNS: Final = 45
"""Columns that a narrow touch screen shows at least."""
SCRIPT: Final = """'use strict';
const by = name => document.getElementById(name);

function join() {
  const link = location.hash.slice(1), form = by('join'), said = by('said'), asks = document.body.dataset.code === '1';
  addEventListener('hashchange', () => location.reload());
  if (!link) return;
  said.textContent = asks ? 'Type the code that whoever runs the table tells you.' : 'One moment …';
  const sit = async () => {
    let got, told = {};
    try {
      const code = asks ? by('code').value : '';
      got = await fetch('/join', {method: 'POST', body: new URLSearchParams({link, code})});
      told = await got.json();
    } catch (e) { told = {said: 'The table cannot be reached. Try again.'}; }
    if (told.to) { history.replaceState(0, '', '/'); location.replace(told.to); return; }
    said.textContent = told.said; form.hidden = false;
  };
  form.addEventListener('submit', event => { event.preventDefault(); sit(); });
  if (asks) { form.hidden = false; by('code').focus(); } else sit();
}

function play() {
  const box = by('terminal'), coarse = matchMedia('(pointer:coarse)').matches, Plain = WebSocket;
  const wide = coarse && innerWidth < 600 ? COLUMNS : 82;
  const fit = Math.floor(Math.min(innerWidth / wide / 0.602, (innerHeight - 50) / 24 / 1.32) * 10) / 10;
  box.dataset.fontSize = coarse && innerWidth < 600 ? Math.floor(innerWidth / (wide + 0.6) / 0.602 * 10) / 10
    : Math.max(7, Math.min(16, fit));
  box.dataset.sessionWebsocketUrl = location.origin.replace(/^http/, 'ws') + location.pathname + 'ws';
  let line, opened = 0, over = false;
  const send = keys => { if (line && line.readyState === 1) line.send(JSON.stringify(['stdin', keys])); };
  const words = {4001: 'Opened in another window.', 4002: 'The table is full: too many windows are open.',
    4003: 'This link is good no more. Ask for a new one.', 1001: 'The table was closed. Everything is saved.'};
  window.WebSocket = class extends Plain {
    constructor(to) {
      super(to + (coarse ? '&touch=1' : ''));
      line = this;
      this.pass = super.send.bind(this);
      this.addEventListener('open', () => { opened = Date.now(); });
      this.addEventListener('close', event => {
        over = !(event.code in words);
        by('why').textContent = words[event.code] || 'The line is gone. Everything is saved.';
        by('again').textContent = event.code === 4001 ? 'Open it here' : 'Open it again';
        by('again').hidden = event.code === 4003;
        by('over').hidden = false;
        if (over && opened && Date.now() - opened > 4000) setTimeout(again, 300 + 700 * Math.random());
      });
    }
    send(data) {  // where thumbs type, the screen's keyboard comes and goes: the program stays in use
      if (this.readyState === 1 && !(coarse && data === '["blur"]')) this.pass(data);
    }
  };
  const begin = window.onload;  // it measures the letters once, and would have measured others
  window.onload = null;
  const letters = document.fonts.load("16px 'Roboto Mono'").catch(() => 0);
  Promise.race([letters, new Promise(late => setTimeout(late, 3000))]).then(begin);
  const reload = async () => {
    try { await fetch(location.pathname, {cache: 'no-store'}); location.reload(); }
    catch (e) { by('why').textContent = 'The table cannot be reached. Everything is saved.'; over = true; }
  };
  const again = () => { if (over && !document.hidden) { over = false; reload(); } };
  by('again').addEventListener('click', reload);
  document.addEventListener('visibilitychange', again);
  setInterval(() => { if (opened && Date.now() - opened > 4000) again(); }, 3000);
  document.querySelectorAll('[data-keys]').forEach(button => button.addEventListener('pointerdown', event => {
    event.preventDefault(); send(button.dataset.keys); }));
  const ready = () => {
    const area = document.querySelector('.xterm-helper-textarea');
    if (!area) { setTimeout(ready, 50); return; }
    ['autocapitalize', 'autocomplete', 'autocorrect'].forEach(name => area.setAttribute(name, 'off'));
    if (!coarse) { area.focus(); return; }
    area.setAttribute('inputmode', 'none');
    let across = 0, tall = 0;
    const whole = () => {  // Safari does not make the page shorter for the keyboard
      if (Math.abs(visualViewport.scale - 1) > 0.01) return;
      if (across !== innerWidth) { across = innerWidth; tall = 0; }
      tall = Math.max(tall, visualViewport.height);
      document.body.style.height = `${visualViewport.height}px`;
      scrollTo(0, 0);
      dispatchEvent(new Event('resize'));
    };
    visualViewport.addEventListener('resize', whole);
    whole();
    by('keyboard').addEventListener('click', () => {
      const up = area.getAttribute('inputmode') === 'text' && visualViewport.height < tall - 100;
      area.setAttribute('inputmode', up ? 'none' : 'text');
      area.blur(); area.focus();
    });
    swipes(box, send);
  };
  ready();
}

function swipes(box, send) {
  let last = 0, far = 0;
  box.addEventListener('touchstart', event => { last = event.touches[0].clientY; far = 0; }, {passive: true});
  box.addEventListener('touchmove', event => {
    const touch = event.touches[0], rows = box.querySelector('.xterm-screen').getBoundingClientRect();
    const cell = Math.max(10, parseFloat(box.dataset.fontSize) * 1.32);
    far += last - touch.clientY; last = touch.clientY;
    const x = Math.max(1, Math.ceil((touch.clientX - rows.left) / cell * 2.19));
    const y = Math.max(1, Math.ceil((touch.clientY - rows.top) / cell));
    while (Math.abs(far) >= cell) {
      send(`\\x1b[<${far > 0 ? 65 : 64};${x};${y}M`); far -= Math.sign(far) * cell;
    }
  }, {passive: true});
}

addEventListener('DOMContentLoaded', () => { if (by('join')) join(); else if (by('terminal')) play(); });
""".replace("COLUMNS", str(COLUMNS))
