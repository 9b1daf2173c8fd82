/** The prefix of all copies. */
export const copiesPrefix = 'events/'

/** The prefix of the copies of a UTC day. */
export const copiesOfDay = (day: string) => `${copiesPrefix}${day}/`

const ending = '.jsonl.gz'

export const copyKey = (day: string, tenantId: string) => `${copiesOfDay(day)}${tenantId}${ending}`

/** The tenant whose events a copy holds, read from its key. */
export const tenantOfCopy = (key: string) => key.slice(key.lastIndexOf('/') + 1, -ending.length)
