import { unscopedKeys } from '../data/table-keys.ts'
import { remove } from '../data/writes.ts'
import { AppError } from '../failures/app-error.ts'
import type { Services } from '../http/services.ts'
import { type Allowance, runWithinAllowance, type SubjectAllowance, tooManyRequestsText } from '../security/throttle.ts'
import { type LetterKind, type LetterMail, letterOf } from './letters.ts'
import { renderMail } from './render-mail.ts'
import { spreadLetter } from './spread-letter.ts'
import { findOthersMailBlock, findOwnMailBlock } from './undeliverable-addresses.ts'

const aDay = { seconds: 86_400, detail: tooManyRequestsText }

/**
 * How many letters one address gets in 24 hours about one organisation. What someone does in a loop would otherwise send any number
 * of them, and SES counts each complaint.
 */
const toAddress: Allowance = { ...aDay, what: 'letters-to-address', times: 60 }

/**
 * How many letters of one kind about the reader's own account one address gets in 24 hours, such as those about new keys, new
 * administrators or added passkeys. They don't count towards the limit of the others, and each kind has its own share. So no flood
 * of letters hides one of another kind, and what someone does in a loop, such as creating and revoking keys, still sends few.
 */
const ofOneKind: Allowance = { ...aDay, what: 'letters-of-one-kind', times: 20 }

/** The letters with a link have a limit of their own, when someone requests them. */
const areLimitedBefore: ReadonlySet<LetterKind> = new Set(['invitation', 'reset', 'verification'])

/**
 * Sends a letter whose lease the caller holds, and removes it from the outbox. A letter to all administrators becomes one copy for
 * each. If the letter is no longer of use, or if its address gets no mails of this kind or too many, it is removed without being
 * sent. If SES's response is lost, the letter stays and is sent again, with the same link. Returns whether it was sent.
 */
export async function sendLetter(services: Services, mail: LetterMail, isAwaited = false): Promise<boolean> {
  const letter = letterOf(mail.kind)
  const { tenant_id } = mail
  if (letter.readers === 'administrators' && mail.reader_id === undefined && tenant_id !== undefined) {
    await spreadLetter(services, { ...mail, tenant_id })
    return false
  }
  const found = await letter.find(services, mail)
  const findBlock = letter.isAboutOwnAccount ? findOwnMailBlock : findOthersMailBlock
  const block = found && (await findBlock(services, found.to, tenant_id))?.reason
  const tags = tenant_id === undefined ? {} : { tenant: tenant_id }
  const send = async () =>
    found && services.mailer.send({ to: found.to, ...renderMail(letter.text(found.facts)), tags, isAwaited })
  const reason = block ?? (found && (await sendWithinLimit(services, mail, { to: found.to, send })))
  await services.table.write(remove(unscopedKeys.mail(mail)))
  if (reason) services.log.warn('mail dropped', { mail_id: mail.id, kind: mail.kind, reason })
  return Boolean(found && !reason)
}

/** Sends a letter, unless its address has had too many. Then returns that as the reason. */
async function sendWithinLimit(
  { table, now }: Services,
  mail: LetterMail,
  { to, send }: { to: string; send: () => Promise<unknown> },
): Promise<'too many' | undefined> {
  const of = areLimitedBefore.has(mail.kind) ? [] : [limitOf(mail, to)]
  try {
    await runWithinAllowance(table, now(), { of, write: send })
    return undefined
  } catch (error) {
    if (error instanceof AppError && error.code === 'tooMany') return 'too many'
    throw error
  }
}

function limitOf(mail: LetterMail, to: string): SubjectAllowance {
  const { kind, tenant_id } = mail
  if (!letterOf(kind).isAboutOwnAccount) return [toAddress, JSON.stringify([tenant_id, to])]
  return [ofOneKind, JSON.stringify([tenant_id, to, kind, 'notice' in mail ? mail.notice : null])]
}

/**
 * Tries to send a new letter at once, and returns whether it was sent. If sending fails, the worker tries again later. `isAwaited`
 * says whether a person waits for this meanwhile.
 */
export async function trySendingAtOnce(services: Services, mail: LetterMail, isAwaited = true): Promise<boolean> {
  try {
    return await sendLetter(services, mail, isAwaited)
  } catch (error) {
    const { name } = error instanceof Error ? error : new Error()
    services.log.warn('mail', { mail_id: mail.id, kind: mail.kind, error: name })
    return false
  }
}
