/** Those of the United States come first, as people there know them. */
const american = [
  ['America/New_York', 'Eastern Time (New York)'],
  ['America/Chicago', 'Central Time (Chicago)'],
  ['America/Denver', 'Mountain Time (Denver)'],
  ['America/Phoenix', 'Mountain Time without summer time (Phoenix)'],
  ['America/Los_Angeles', 'Pacific Time (Los Angeles)'],
  ['America/Anchorage', 'Alaska Time (Anchorage)'],
  ['Pacific/Honolulu', 'Hawaii Time (Honolulu)'],
  ['America/Puerto_Rico', 'Atlantic Time (Puerto Rico)'],
  ['Pacific/Guam', 'Chamorro Time (Guam)'],
] as const

/** Every zone that this browser knows, and `current` whether or not it does. */
export function timeZoneOptions(current: string) {
  const first = american.map(([value, label]) => ({ value, label }))
  const listed = new Set<string>(american.map(([value]) => value))
  const others = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), current])].filter(
    (zone) => !listed.has(zone),
  )
  return [...first, ...others.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))]
}
