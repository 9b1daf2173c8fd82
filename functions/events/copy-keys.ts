/** The prefix of all copies of events in the bucket. */
export const copiesPrefix = 'events/'

/** Returns the prefix of the copies of a UTC day. */
export const copiesPrefixOfDay = (day: string) => `${copiesPrefix}${day}/`

const ending = '.jsonl.gz'

export const eventCopyKey = (day: string, tenantId: string) => `${copiesPrefixOfDay(day)}${tenantId}${ending}`

/** Returns the id of the tenant whose events a copy holds, read from the copy's key. */
export const tenantOfCopy = (key: string) => key.slice(key.lastIndexOf('/') + 1, -ending.length)
