import type { StoredDoor } from '../data/entities/door.ts'

/** For this long after a member of the organisation has copied a recipient's link, what is done by the link names that person. */
const namedMs = 3_600_000

/**
 * Returns what to say beside an action by a recipient's link, because it may not have been the recipient's. Empty if no one of the
 * organisation has copied the link lately.
 */
export function linkCopyText({ copied }: StoredDoor, now: Date): string {
  const isRecent = copied !== undefined && now.getTime() - Date.parse(copied.at) < namedMs
  return isRecent ? `link was copied by ${copied.by}` : ''
}
