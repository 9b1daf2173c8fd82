import { createHash } from 'node:crypto'

// The page loads nothing from elsewhere. Its content security policy allows its inline style and script by their hashes.

export const style = `:root{color-scheme:light dark;--ink:#0f172a;--quiet:#475569;--ground:#f6f8fa;--card:#fff;--line:#64748b;--brand:#0f766e;--on:#fff;--bad:#b91c1c}
@media(prefers-color-scheme:dark){:root{--ink:#e8eef6;--quiet:#a8b5c8;--ground:#0b1220;--card:#131c2e;--line:#8595ad;--brand:#2dd4bf;--on:#05211e;--bad:#fca5a5}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:1.0625rem/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;overflow-wrap:anywhere}
main{max-width:32rem;margin:0 auto;padding:1rem}
header p{margin:0}
h1{font-size:1.125rem;margin:0 0 .5rem}
h2{font-size:1.0625rem;margin:0 0 .5rem}
.state{font-size:1.5rem;line-height:1.3;font-weight:700;margin:0}
.card{background:var(--card);border-radius:.75rem;padding:1rem;margin:1rem 0;border-block-start:4px solid var(--brand)}
.quiet{color:var(--quiet);margin:.5rem 0 0}
label{display:block;margin:.5rem 0 .25rem;font-weight:600}
textarea,select{width:100%;min-height:2.75rem;font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.5rem}
bdi{white-space:nowrap}
button,.call{display:inline-block;min-height:2.75rem;padding:.5rem 1rem;margin-block-start:.75rem;font:inherit;font-weight:600;border:1px solid var(--brand);border-radius:.5rem;background:var(--brand);color:var(--on);text-decoration:none;cursor:pointer}
button.plain{background:none;color:var(--brand)}
:focus-visible{outline:3px solid var(--brand);outline-offset:2px}
summary{min-height:2.75rem;padding:.5rem 0;font-weight:600;cursor:pointer}
.bad{color:var(--bad);margin:.5rem 0 0}
[hidden]{display:none}`

/**
 * Reloads the page's state every minute while it is visible, and sends the forms. A form that somebody is filling in is not
 * replaced.
 */
export const script = `const token=location.pathname.split('/').pop()
const show=()=>{for(const one of document.querySelectorAll('[data-script]'))one.hidden=false}
const take=async(all)=>{try{const answer=await fetch(location.href,{cache:'no-store'})
if(answer.status!==200&&answer.status!==404)return
const next=new DOMParser().parseFromString(await answer.text(),'text/html')
const at=all?'main':'#now',there=document.querySelector(at),here=next.querySelector(at)||next.querySelector('main')
if(there&&here){const isSame=there.innerHTML===here.innerHTML;if(!isSame||all)there.replaceWith(document.adoptNode(here))}
show()}catch{}}
const isTyping=()=>{const at=document.activeElement;return Boolean(at&&at.form)||[...document.querySelectorAll('textarea')].some(one=>one.value!==one.defaultValue)}
const look=()=>{if(!document.hidden)take(!isTyping())}
setInterval(look,60000)
document.addEventListener('visibilitychange',look)
document.addEventListener('submit',async event=>{event.preventDefault()
const form=event.target,button=form.querySelector('button'),told=form.querySelector('[role=alert]')
if(button.disabled)return
button.disabled=true
told.textContent=''
try{const answer=await fetch('/api/track/'+token+'/'+form.dataset.act,{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify(Object.fromEntries(new FormData(form)))})
if(!answer.ok)throw new Error()
await take(true)
const done=document.querySelector('#done')
if(done)done.textContent=form.dataset.done}catch{told.textContent=form.dataset.failed;button.disabled=false}})
show()`

const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The headers of the page. They forbid indexing, referrers and foreign content. There is no cookie. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'referrer-policy': 'no-referrer',
  'content-security-policy': [
    `default-src 'none'`,
    `style-src ${sourceOf(style)}`,
    `script-src ${sourceOf(script)}`,
    `connect-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; '),
}
