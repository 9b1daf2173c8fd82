interface Button {
  label: string
  link: string
}

/**
 * The contents of a mail, as plain text. Apart from the names of the reader, of the organization and of the person whom the news is
 * about, they must contain no personal data.
 */
export interface MailContents {
  subject: string
  /** The text that mail clients show beside the subject. */
  preview: string
  /** A line above the heading, such as `Hello,`. */
  greeting?: string
  heading: string
  paragraphs: readonly string[]
  button?: Button
  /** The small print, such as how long the link is valid, what to do if the mail was not expected, or why the reader gets it. */
  fineprint: string | readonly string[]
}

/** Whose mail it is, as its head says, and the language in which it is written. */
export interface MailLook {
  brand: string
  tag: string
  dir: string
}

const carelane: MailLook = { brand: 'Carelane', tag: 'en', dir: 'ltr' }

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '')

/** Turns a text into a single line, as headers require. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** The fonts of the text. Long words are broken, because a name may be wider than the line. */
const font =
  "overflow-wrap:anywhere;word-break:break-word;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const teal = '#0f766e'
const quiet = `${font};font-size:14px;line-height:20px;color:#475569`
const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'

/** Fills the rest of the line beside the subject, so that mail clients don't show the beginning of the body after the preview. */
const filler = '&#847;&zwnj;&nbsp;'.repeat(80)

/** The rules in the mail's head, for clients that support dark mode or small screens. The colours are those of the web app. */
const styles = `
:root { color-scheme: light dark }
@media (max-width: 480px) {
  .page { padding: 16px 8px !important }
  .card { padding: 24px 20px !important }
  .wide { width: 100% !important }
  .button a { display: block !important; text-align: center !important }
}
@media (prefers-color-scheme: dark) {
  .foundation { background: #0b1220 !important }
  .card { background: #131c2e !important; border-color: #2dd4bf #2b3a52 #2b3a52 !important }
  .text { color: #e8eef6 !important }
  .quiet { color: #a8b5c8 !important }
  .link, .brand { color: #5eead4 !important }
  .button, .button a { background: #2dd4bf !important; color: #05211e !important }
}`

/**
 * Renders a mail with tables and inline styles, because these work in all mail clients. Some clients show neither images nor the
 * styles of the head.
 */
export function renderMail(
  contents: MailContents,
  look: MailLook = carelane,
): { subject: string; html: string; text: string } {
  const { preview, heading, paragraphs, button } = contents
  const fineprint = [contents.fineprint].flat()
  const greeting = contents.greeting === undefined ? [] : [contents.greeting]
  const subject = oneLine(contents.subject)
  const paragraphHtml = (text: string) =>
    `<p class="text" style="margin:0 0 16px;${font};font-size:16px;line-height:24px;color:#0f172a">${escapeHtml(text)}</p>`
  const html = `<!doctype html>
<html lang="${look.tag}" dir="${look.dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${styles}
</style>
</head>
<body class="foundation" dir="${look.dir}" style="margin:0;padding:0;background:#f6f8fa">
<div style="display:none;max-height:0;overflow:hidden;font-size:1px;line-height:1px;opacity:0;mso-hide:all">${escapeHtml(preview)}${filler}</div>
<table ${table} width="100%" style="table-layout:fixed"><tr><td class="foundation page" align="center" style="padding:32px 16px;background:#f6f8fa">
<table ${table} width="100%" style="max-width:560px;table-layout:fixed">
<tr><td class="brand" style="padding:0 4px 16px;${font};font-size:20px;font-weight:700;color:${teal}">${escapeHtml(look.brand)}</td></tr>
<tr><td class="card" style="padding:32px;background:#ffffff;border:1px solid #dbe2ea;border-top:4px solid ${teal};border-radius:8px">
${greeting.map(paragraphHtml).join('')}<h1 class="text" style="margin:0 0 16px;${font};font-size:22px;line-height:30px;color:#0f172a">${escapeHtml(heading)}</h1>
${paragraphs.map(paragraphHtml).join('\n')}
${button ? buttonHtml(button) : ''}${fineprint.map((text) => `<p class="quiet" style="margin:0 0 16px;${quiet}">${escapeHtml(text)}</p>`).join('\n')}
${button && look === carelane ? copiedHtml(button) : ''}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
  const linkText = button ? [`${button.label}${/[?？؟]$/.test(button.label) ? '' : ':'}\n${button.link}`] : []
  const parts = [...greeting, heading, ...paragraphs, ...linkText, ...fineprint, `-- \n${look.brand}`]
  const text = `${parts.join('\n\n')}\n`
  return { subject, html, text }
}

const buttonHtml = ({ label, link }: Button) =>
  `<table ${table} class="wide" style="margin:8px 0 24px"><tr><td class="button" bgcolor="${teal}" style="background:${teal};border-radius:8px;mso-padding-alt:12px 24px">
<a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 24px;border-radius:8px;${font};font-size:16px;line-height:24px;font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a>
</td></tr></table>
`

const copiedHtml = ({ link }: Button) =>
  `<p class="quiet" style="margin:0;${quiet}">If the button does not work, copy this link into your browser:<br>
<a class="link" href="${escapeHtml(link)}" aria-label="The same link, to copy" style="font-size:13px;color:${teal};text-decoration:none;word-break:break-all">${escapeHtml(link)}</a></p>
`
