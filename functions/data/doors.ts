import type { StoredDoor, StoredNotice } from './entities/door.ts'
import { OvertakenError, retryIfOvertaken } from './overtaken.ts'
import type { Table } from './table.ts'
import { unscopedKeys } from './table-keys.ts'
import { put, type Write } from './writes.ts'

/** A door, and the hash of its link's token, under which the door is stored. */
export interface DoorWithHash {
  hash: string
  door: StoredDoor
}

/** Returns the write of a door. It fails with `OvertakenError` if someone else has written the door since it was read. */
export const doorWrite = ({ hash, door, isNew }: DoorWithHash & { isNew: boolean }, next: StoredDoor = door): Write =>
  put(unscopedKeys.door(hash), next, {
    ...(isNew ? { absent: true } : { where: { version: door.version } }),
    refused: () => new OvertakenError(),
  })

interface NoticeChange {
  hash: string
  mail_id: string
  /** Returns the changed notice, undefined to remove the notice, or the same object to change nothing. */
  change: (notice: StoredNotice) => StoredNotice | undefined
  /** Executes the write of the changed door, if need be in one transaction with other writes. */
  write: (write: Write, notice: StoredNotice, door: StoredDoor) => Promise<void>
}

/**
 * Changes one notice of a door, and retries if others write the same door at that moment. Does nothing if the door has no such
 * notice or if `change` returns the same notice.
 */
export const changeNotice = (table: Table, { hash, mail_id, change, write }: NoticeChange): Promise<void> =>
  retryIfOvertaken(async () => {
    const door = await table.get(unscopedKeys.door(hash))
    const notice = door?.notices.find((each) => each.mail_id === mail_id)
    if (!door || !notice) return
    const changed = change(notice)
    if (changed === notice) return
    const notices = door.notices.flatMap((each) => (each === notice ? (changed ?? []) : each))
    const next = { ...door, version: door.version + 1, notices }
    await write(doorWrite({ hash, door, isNew: false }, next), notice, door)
  })
