import type { Letter, StoredLetter } from './letter.ts'
import { accountNotice } from './letters/account-notice.ts'
import { exportReady } from './letters/export-ready.ts'
import { factorsReset } from './letters/factors-reset.ts'
import { invitation } from './letters/invitation.ts'
import { keyEnding } from './letters/key-ending.ts'
import { newAdministrator } from './letters/new-administrator.ts'
import { newKey } from './letters/new-key.ts'
import { productsAdded } from './letters/products-added.ts'
import { reset } from './letters/reset.ts'
import { verification } from './letters/verification.ts'
import { verificationRequest } from './letters/verification-request.ts'
import { verified } from './letters/verified.ts'

/** Every letter, by the kind with which it waits in the outbox. */
export const letters = {
  verification,
  reset,
  invitation,
  account_notice: accountNotice,
  new_administrator: newAdministrator,
  new_key: newKey,
  key_ending: keyEnding,
  factors_reset: factorsReset,
  products_added: productsAdded,
  export_ready: exportReady,
  verification_asked: verificationRequest,
  verified,
} satisfies Readonly<Record<string, Letter<never>>>

export type LetterKind = keyof typeof letters

/** The fields that a mail of this kind has in the outbox, beside those of every mail. */
export type LetterFields<K extends LetterKind = LetterKind> = Parameters<(typeof letters)[K]['find']>[1]

export type LetterMail<K extends LetterKind = LetterKind> = {
  [Kind in K]: StoredLetter & LetterFields<Kind> & { kind: Kind }
}[K]

export const isLetterKind = (kind: string): kind is LetterKind => Object.hasOwn(letters, kind)

export const isLetterMail = (item: Pick<StoredLetter, 'kind'>): item is LetterMail => isLetterKind(item.kind)

/** Returns the letter of a kind. Its caller passes the fields that were stored for the same kind. */
export const letterOf = (kind: LetterKind): Letter<LetterFields> => letters[kind]
