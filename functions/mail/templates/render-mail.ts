/** What a mail says; plain text throughout. */
export interface Letter {
  subject: string
  /** The line that mail clients show beside the subject. */
  preview: string
  heading: string
  paragraphs: readonly string[]
  button: string
  /** How long the link lives, and what to do if the mail was not expected. */
  fineprint: string
}

/** Whom a mail names. Nothing else about anybody may stand in one. */
export interface Facts {
  name: string
  tenant: string
  inviter: string
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '')

/** A header is one line. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const teal = '#0f766e'

/** Mail clients know tables and inline styles; the few rules in the head are for those that know dark mode. */
export function renderMail(letter: Letter, link: string): { subject: string; html: string; text: string } {
  const { preview, heading, paragraphs, button, fineprint } = letter
  const subject = oneLine(letter.subject)
  const href = escaped(link)
  const body = paragraphs
    .map(
      (text) =>
        `<p class="text" style="margin:0 0 16px;${font};font-size:16px;line-height:24px;color:#1f2937">${escaped(text)}</p>`,
    )
    .join('')
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>
@media (prefers-color-scheme: dark) {
  .page { background: #111827 !important }
  .card { background: #1f2937 !important; border-color: #374151 !important }
  .text { color: #f3f4f6 !important }
  .quiet { color: #9ca3af !important }
  .link, .brand { color: #5eead4 !important }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f3f4f6">
<div style="display:none;max-height:0;overflow:hidden">${escaped(preview)}</div>
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f3f4f6"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td class="brand" style="padding:0 8px 16px;${font};font-size:20px;font-weight:700;color:${teal}">Carelane</td></tr>
<tr><td class="card" style="background:#ffffff;border:1px solid #e5e7eb;border-top:4px solid ${teal};border-radius:8px;padding:32px">
<h1 class="text" style="margin:0 0 16px;${font};font-size:22px;line-height:30px;color:#111827">${escaped(heading)}</h1>
${body}
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td bgcolor="${teal}" style="background:${teal};border-radius:6px">
<a href="${href}" style="display:inline-block;padding:12px 24px;${font};font-size:16px;font-weight:600;color:#ffffff;text-decoration:none">${escaped(button)}</a>
</td></tr></table>
<p class="quiet" style="margin:0 0 4px;${font};font-size:13px;line-height:20px;color:#6b7280">Or copy this link into your browser:</p>
<p style="margin:0 0 24px;${font};font-size:13px;line-height:20px;word-break:break-all"><a class="link" href="${href}" style="color:${teal}">${href}</a></p>
<p class="quiet" style="margin:0;${font};font-size:13px;line-height:20px;color:#6b7280">${escaped(fineprint)}</p>
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
  const text = `${[heading, ...paragraphs, `${button}:\n${link}`, fineprint, '--\nCarelane'].join('\n\n')}\n`
  return { subject, html, text }
}
