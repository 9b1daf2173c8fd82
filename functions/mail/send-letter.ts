import { unscopedKeys } from '../data/table-keys.ts'
import { remove } from '../data/writes.ts'
import type { Services } from '../http/services.ts'
import { type LetterMail, letterOf } from './letters.ts'
import { renderMail } from './render-mail.ts'
import { spreadLetter } from './spread-letter.ts'
import { findOthersMailBlock, findOwnMailBlock } from './undeliverable-addresses.ts'

/**
 * Sends a letter whose lease the caller holds, and removes it from the outbox. A letter to all administrators becomes one copy for
 * each. If the letter is no longer of use, or if its address gets no mails of this kind, it is removed without being sent. Returns
 * whether it was sent.
 */
export async function sendLetter(services: Services, mail: LetterMail): Promise<boolean> {
  const letter = letterOf(mail.kind)
  const { tenant_id } = mail
  if (letter.readers === 'administrators' && mail.reader_id === undefined && tenant_id !== undefined) {
    await spreadLetter(services, { ...mail, tenant_id })
    return false
  }
  const found = await letter.find(services, mail)
  const findBlock = letter.isAboutOwnAccount ? findOwnMailBlock : findOthersMailBlock
  const block = found && (await findBlock(services, found.to, tenant_id))
  const tags = tenant_id === undefined ? {} : { tenant: tenant_id }
  if (found && !block) await services.mailer.send({ to: found.to, ...renderMail(letter.text(found.facts)), tags })
  await services.table.write(remove(unscopedKeys.mail(mail)))
  if (block) services.log.warn('mail dropped', { mail_id: mail.id, kind: mail.kind, reason: block.reason })
  return Boolean(found && !block)
}

/** Tries to send a new letter at once, and returns whether it was sent. If sending fails, the worker tries again later. */
export async function trySendingAtOnce(services: Services, mail: LetterMail): Promise<boolean> {
  try {
    return await sendLetter(services, mail)
  } catch (error) {
    const { name } = error instanceof Error ? error : new Error()
    services.log.warn('mail', { mail_id: mail.id, kind: mail.kind, error: name })
    return false
  }
}
