/**
 * An item that may belong to a sign-up. Until the sign-up is confirmed, `expires_at_seconds` says when all of its items expire. The
 * confirmation removes the field, and items that belong to no sign-up never have it.
 */
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
