/** The zones of the United States come first, with the names that people there use. */
const american = [
  ['America/New_York', 'Eastern Time (New York)'],
  ['America/Chicago', 'Central Time (Chicago)'],
  ['America/Denver', 'Mountain Time (Denver)'],
  ['America/Phoenix', 'Arizona Time (Phoenix)'],
  ['America/Los_Angeles', 'Pacific Time (Los Angeles)'],
  ['America/Anchorage', 'Alaska Time (Anchorage)'],
  ['Pacific/Honolulu', 'Hawaii Time (Honolulu)'],
  ['America/Puerto_Rico', 'Atlantic Time (Puerto Rico)'],
  ['Pacific/Guam', 'Chamorro Time (Guam)'],
] as const

/** Returns all time zones that this browser knows, and `current` even if the browser does not know it. */
export function timeZoneOptions(current: string) {
  const first = american.map(([value, label]) => ({ value, label }))
  const listed = new Set<string>(american.map(([value]) => value))
  const others = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), current])].filter(
    (zone) => !listed.has(zone),
  )
  return [...first, ...others.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))]
}
