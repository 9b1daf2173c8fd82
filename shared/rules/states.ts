/** The states, districts and territories of the United States, and the armed forces' addresses, by their two letters. */
const names: Readonly<Record<string, string>> = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
  AS: 'American Samoa',
  GU: 'Guam',
  MP: 'Northern Mariana Islands',
  PR: 'Puerto Rico',
  VI: 'Virgin Islands',
  AA: 'Armed Forces Americas',
  AE: 'Armed Forces Europe',
  AP: 'Armed Forces Pacific',
}

const bare = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '')

const codes = new Map(
  Object.entries(names).flatMap(([code, name]) => [
    [bare(code), code],
    [bare(name), code],
  ]),
)

/** Returns the two letters of a state that is written out or abbreviated: `Connecticut`, `N.Y.`, `ct`. */
export const stateCode = (text: string): string | undefined => (/\d/.test(text) ? undefined : codes.get(bare(text)))

/** The states whose ZIP codes begin with a zero, by the first three digits of these codes. */
const zeroPrefixes: Readonly<Record<string, readonly string[]>> = {
  NY: ['005', '063'],
  PR: ['006', '007', '009'],
  VI: ['008'],
  MA: prefixes(10, 27).concat('055'),
  RI: prefixes(28, 29),
  NH: prefixes(30, 38),
  ME: prefixes(39, 49),
  VT: prefixes(50, 59),
  CT: prefixes(60, 69),
  NJ: prefixes(70, 89),
  AE: prefixes(90, 98),
}

function prefixes(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, i) => String(first + i).padStart(3, '0'))
}

/** Whether a ZIP code that begins with a zero can be in a state. */
export const isZeroZipOf = (zip: string, state: string): boolean =>
  zeroPrefixes[state]?.includes(zip.slice(0, 3)) ?? false
