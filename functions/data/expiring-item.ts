/** An item that belongs to a sign-up. It expires together with the whole sign-up unless the sign-up is confirmed. */
export interface ExpiringItem {
  expires_at_seconds?: number
}

/**
 * Returns true if an item still counts as existing. The check is needed because DynamoDB deletes an item only some time after its
 * expiry.
 */
export const isNotExpired = ({ expires_at_seconds }: ExpiringItem, now: Date): boolean =>
  expires_at_seconds === undefined || expires_at_seconds * 1000 > now.getTime()

/** Copies an item's expiry, so that another item expires at the same time. */
export const pickExpiry = ({ expires_at_seconds }: ExpiringItem): ExpiringItem =>
  expires_at_seconds === undefined ? {} : { expires_at_seconds }
