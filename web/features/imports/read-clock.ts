/** A time of day as it is written. */
export interface Clock {
  hour: number
  minute: number
  /** The half of the day, if it is written. */
  half?: 'a' | 'p'
  /** Whether the hour cannot mean the afternoon unless it says so: `03:00`, `15:00`, `9:00:00`. */
  is24Hours: boolean
}

const written = /^(\d{1,2})(?:[:.h](\d{2})(?:[:.](\d{2}))?(?:[.,:]\d{1,9})?)?\s*(?:([ap])(?:\.?\s?m\.?)?)?$/i
const joined = /^(\d{1,2})(\d{2})\s*(?:([ap])(?:\.?\s?m\.?)?)?$/i
const words: Readonly<Record<string, Clock>> = {
  noon: { hour: 12, minute: 0, half: 'p', is24Hours: false },
  '12 noon': { hour: 12, minute: 0, half: 'p', is24Hours: false },
  '12:00 noon': { hour: 12, minute: 0, half: 'p', is24Hours: false },
  midnight: { hour: 12, minute: 0, half: 'a', is24Hours: false },
}

/** Reads a text that is a time of day and nothing else: `9`, `9:00 AM`, `0900`, `3p`. Returns undefined for any other text. */
export function readClock(text: string): Clock | undefined {
  const word = words[text.toLowerCase()]
  if (word) return word
  const [, hours = '', minutes = '00', seconds, half] = written.exec(text) ?? joinedParts(text)
  if (!hours || Number(minutes) > 59 || Number(seconds ?? 0) > 59) return undefined
  const hour = Number(hours)
  const isAfternoon = half?.toLowerCase() === 'p'
  if (hour > 23 || (half && hour > 12 && !isAfternoon)) return undefined
  return {
    hour,
    minute: Number(minutes),
    ...(half && { half: isAfternoon ? 'p' : 'a' }),
    is24Hours: !half && (hour > 12 || hours.startsWith('0') || seconds !== undefined),
  }
}

function joinedParts(text: string): readonly (string | undefined)[] {
  const [whole, hours, minutes, half] = joined.exec(text) ?? []
  return [whole, hours, minutes, undefined, half]
}

/** Until this hour, a time without AM or PM means the afternoon. No one delivers before it in the morning. */
const firstMorningHour = 7

/** Returns a time of day in minutes. `is24Hours` says whether the times of its column are written in 24 hours. */
export function minutesOf({ hour, minute, half, is24Hours }: Clock, columnIs24Hours: boolean): number {
  if (half) return ((hour % 12) + (half === 'p' ? 12 : 0)) * 60 + minute
  const isAfternoon = !is24Hours && !columnIs24Hours && hour > 0 && hour < firstMorningHour
  return (hour + (isAfternoon ? 12 : 0)) * 60 + minute
}
