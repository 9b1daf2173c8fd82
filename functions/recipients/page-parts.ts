import { createHash } from 'node:crypto'

// The inline style of the page that a recipient's link opens. The page loads nothing from elsewhere, and its content security
// policy allows this style and the inline script by their hashes.

export const recipientPageStyle = `:root{color-scheme:light dark;--ink:#0f172a;--quiet:#475569;--ground:#f6f8fa;--card:#fff;--line:#64748b;--off:#dbe2ea;--brand:#0f766e;--on:#fff;--bad:#b91c1c}
@media(prefers-color-scheme:dark){:root{--ink:#e8eef6;--quiet:#a8b5c8;--ground:#0b1220;--card:#131c2e;--line:#8595ad;--off:#2b3a52;--brand:#2dd4bf;--on:#05211e;--bad:#fca5a5}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:1.0625rem/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;overflow-wrap:anywhere}
main{max-width:32rem;margin:0 auto;padding:min(1rem,4vw)}
:lang(ko){word-break:keep-all}
.card{background:var(--card);border-radius:1rem;padding:min(1.5rem,6vw);margin:1rem 0;box-shadow:0 1px 2px #0f172a14,0 8px 24px #0f172a0f}
h1{font-size:1rem;font-weight:600;margin:0;color:var(--quiet)}
.state{font-size:1.75rem;line-height:1.25;font-weight:700;letter-spacing:-.01em;margin:.5rem 0 0}
.when{margin:.5rem 0 0;font-weight:600}
.quiet{color:var(--quiet);margin:.5rem 0 0}
.steps{display:flex;gap:.5rem;list-style:none;margin:1.5rem 0 0;padding:0;font-size:.875rem;line-height:1.25rem;color:var(--quiet)}
.steps li{flex:auto;min-width:0;border-block-start:4px solid var(--off);padding-block-start:.5rem}
.steps .done{border-color:var(--brand)}
.steps [aria-current]{color:var(--ink);font-weight:600}
#head{margin-block-start:1.5rem}
label{display:block;margin:.5rem 0 .25rem;font-weight:600}
textarea,select{width:100%;min-height:2.75rem;font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.5rem}
.number{white-space:nowrap}
.range{display:inline-block}
button,.call{display:inline-block;min-height:2.75rem;padding:.5rem 1rem;font:inherit;font-weight:600;border:1px solid var(--brand);border-radius:.5rem;background:var(--brand);color:var(--on);text-decoration:none;cursor:pointer}
button{margin-block-start:.75rem}
.call{display:block;text-align:center;padding-inline:.25rem;background:none;color:var(--brand)}
button.plain{min-height:2.75rem;margin:0;padding:.5rem 0;border:0;background:none;color:var(--quiet);font-weight:400;text-align:start;text-decoration:underline}
form,#result{padding-inline:min(1.5rem,6vw)}
:focus-visible{outline:3px solid var(--brand);outline-offset:2px}
summary{min-height:2.75rem;padding:.5rem 0;color:var(--quiet);text-decoration:underline;list-style:none;cursor:pointer}
summary::-webkit-details-marker{display:none}
[open] summary{color:var(--ink);font-weight:600;text-decoration:none}
.bad{color:var(--bad);margin:.5rem 0 0}
.bad:empty,.quiet:empty{margin:0}
[aria-busy=true] button{cursor:progress}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
[hidden]{display:none}`

/**
 * The inline script of the page that a recipient's link opens. It sends the forms, and refreshes the page's content every minute
 * while the page is visible and whenever it becomes visible. It replaces only the parts that differ. While someone fills in a
 * form, it leaves the forms alone until one is sent.
 */
export const recipientPageScript = `const token = location.pathname.split('/').pop()
const part = (id, page = document) => page.getElementById(id)
let offered = part('forms')?.innerHTML
let looks = 0
let isBusy = false
const isTyping = () =>
  part('forms').contains(document.activeElement) ||
  [...document.querySelectorAll('textarea')].some((field) => field.value !== field.defaultValue)
async function look(isSent) {
  const turn = ++looks
  const answer = await fetch(location.href, { cache: 'no-store' }).catch(() => undefined)
  if (answer?.status !== 200 && answer?.status !== 404) return
  const text = await answer.text().catch(() => undefined)
  if (text === undefined || turn !== looks) return
  const next = new DOMParser().parseFromString(text, 'text/html')
  const hadFocus = document.activeElement !== document.body
  if (answer.status === 404) document.querySelector('main').replaceChildren(...next.querySelector('main').children)
  else {
    for (const id of ['head', 'now']) {
      if (part(id).innerHTML === part(id, next).innerHTML) continue
      part(id).replaceChildren(...part(id, next).childNodes)
      if (id === 'now') {
        const sentences = [...part('now').querySelectorAll('p')].map((line) => line.textContent)
        part('announcement').textContent = sentences.join(' ')
      }
    }
    const { innerHTML } = part('forms', next)
    if (innerHTML !== offered && (isSent || !isTyping())) {
      part('forms').replaceChildren(...part('forms', next).childNodes)
      offered = innerHTML
    }
  }
  document.title = next.title
  if (hadFocus && document.activeElement === document.body) {
    const title = document.querySelector('h1')
    title.tabIndex = -1
    title.focus()
  }
}
async function send(form) {
  const path = '/api/track/' + token + '/' + form.dataset.act
  const body = JSON.stringify(Object.fromEntries(new FormData(form)))
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(path, { method: 'POST', headers, body }).catch(() => undefined)
  if (answer?.ok) {
    form.reset()
    const folded = form.querySelector('details')
    if (folded) {
      folded.firstElementChild.focus()
      folded.open = false
    }
  }
  if (answer?.ok || answer?.status === 409 || answer?.status === 404) await look(true)
  if (!part('result')) return
  if (answer?.ok) part('result').textContent = form.dataset.done
  else (form.isConnected ? form.querySelector('[role=alert]') : part('result')).textContent = form.dataset.failed
  if (answer?.ok || !form.isConnected) part('result').scrollIntoView({ block: 'nearest' })
}
document.addEventListener('submit', async (event) => {
  event.preventDefault()
  if (isBusy) return
  isBusy = true
  for (const message of document.querySelectorAll('#result, [role=alert]')) message.textContent = ''
  event.target.ariaBusy = 'true'
  await send(event.target)
  event.target.ariaBusy = null
  isBusy = false
})
if (part('forms')) {
  const lookAgain = () => {
    if (!document.hidden && part('forms')) look(false)
  }
  setInterval(lookAgain, 60000)
  document.addEventListener('visibilitychange', lookAgain)
  part('forms').hidden = false
}`

const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The headers of the recipients' page. They forbid indexing, referrers and content from elsewhere. No cookie is set. */
export const recipientPageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'referrer-policy': 'no-referrer',
  'content-security-policy': [
    `default-src 'none'`,
    `style-src ${sourceOf(recipientPageStyle)}`,
    `script-src ${sourceOf(recipientPageScript)}`,
    `connect-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; '),
}
