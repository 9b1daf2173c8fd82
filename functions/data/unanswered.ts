/** An item of a sign-up: until its mail is answered it has an end, and the whole sign-up the same one. */
export interface Unanswered {
  expires_at_seconds?: number
}

/** Whether an item is still there for its readers: DynamoDB takes its time to delete what has ended. */
export const isThere = ({ expires_at_seconds }: Unanswered, now: Date): boolean =>
  expires_at_seconds === undefined || expires_at_seconds * 1000 > now.getTime()

/** The end of an item, for one that ends with it. */
export const endOf = ({ expires_at_seconds }: Unanswered): Unanswered =>
  expires_at_seconds === undefined ? {} : { expires_at_seconds }
