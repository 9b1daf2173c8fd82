/** What all copies are under. */
export const copiesPrefix = 'events/'

/** What the copies of a day of UTC are under. */
export const copiesOfDay = (day: string) => `${copiesPrefix}${day}/`

const ending = '.jsonl.gz'

export const copyKey = (day: string, tenantId: string) => `${copiesOfDay(day)}${tenantId}${ending}`

/** Whose events a copy holds, by its key. */
export const tenantOfCopy = (key: string) => key.slice(key.lastIndexOf('/') + 1, -ending.length)
