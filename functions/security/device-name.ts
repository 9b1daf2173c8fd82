type Naming = readonly (readonly [name: string, pattern: RegExp])[]

/**
 * The order matters in both lists, because the user agent of a browser or system often contains the names of others, too. The first
 * match counts.
 */
const browsers: Naming = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
]
const systems: Naming = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

/** The most characters of a user agent that are examined. Real ones are far shorter. */
const longest = 1000

/** Names the browser and the system of a user agent, for example `Chrome on Windows`. */
export function deviceName(userAgent = ''): string {
  const words = userAgent.slice(0, longest)
  const nameIn = (naming: Naming) => naming.find(([, pattern]) => pattern.test(words))?.[0]
  const [browser, system] = [nameIn(browsers), nameIn(systems)]
  if (!browser && !system) return 'Unknown device'
  return `${browser ?? 'Browser'}${system ? ` on ${system}` : ''}`
}
