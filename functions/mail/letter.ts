import type { StoredOutboxItem } from '../data/entities/mail.ts'
import type { Services } from '../http/services.ts'
import type { MailContents } from './render-mail.ts'

/** The facts of a letter by their names. */
export type Facts<Fact extends string> = Readonly<Record<Fact, string>>

/** One kind of mail to people with an account. Its file in `letters` says who reads it, which facts it has and how it is worded. */
export interface Letter<Fields, Fact extends string = string> {
  /**
   * `administrators`: a mail without a `reader_id` goes to every administrator of its organization. `one`: the fields of the mail
   * lead to its only reader.
   */
  readonly readers: 'administrators' | 'one'
  /** True if the mail concerns the reader's own account. Then a complaint about other mails doesn't stop it. */
  readonly isAboutOwnAccount: boolean
  /**
   * Finds the reader's address and the facts, at the moment of sending. Undefined if the mail is no longer of use. Every fact is a
   * text, so that the tests can put hostile texts in place of all facts of all letters.
   */
  find(services: Services, fields: Fields): Promise<{ to: string; facts: Facts<Fact> } | undefined>
  text(facts: Facts<Fact>): MailContents
}

/** The fields of every letter that waits in the outbox, beside those that its kind adds. */
export interface StoredLetter extends StoredOutboxItem {
  /** The administrator who reads this copy. */
  reader_id?: string
  /** The users who get no copy although they are administrators. */
  except?: readonly string[]
  /** The copies for administrators with ids up to this one have been written. */
  spread_until?: string
}
