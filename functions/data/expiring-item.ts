/** An item of a sign-up. Until its mail is answered, it expires together with the whole sign-up. */
export interface ExpiringItem {
  expires_at_seconds?: number
}

/** Whether an item counts as existing: DynamoDB deletes expired items only after a while. */
export const isNotExpired = ({ expires_at_seconds }: ExpiringItem, now: Date): boolean =>
  expires_at_seconds === undefined || expires_at_seconds * 1000 > now.getTime()

/** The expiry of an item, for another item that expires with it. */
export const expiryOf = ({ expires_at_seconds }: ExpiringItem): ExpiringItem =>
  expires_at_seconds === undefined ? {} : { expires_at_seconds }
