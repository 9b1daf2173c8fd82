/** The prefix of all copies of events in the bucket. */
export const eventCopiesPrefix = 'events/'

/** Returns the prefix of the copies of a UTC day. */
export const eventCopiesDayPrefix = (day: string) => `${eventCopiesPrefix}${day}/`

const ending = '.jsonl.gz'

export const eventCopyKey = (day: string, tenantId: string) => `${eventCopiesDayPrefix(day)}${tenantId}${ending}`

/** Returns the id of the tenant whose events a copy holds, read from the copy's key. */
export const tenantIdOfCopyKey = (key: string) => key.slice(key.lastIndexOf('/') + 1, -ending.length)
