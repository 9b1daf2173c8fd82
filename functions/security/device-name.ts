type Naming = readonly (readonly [name: string, pattern: RegExp])[]

/** The first match counts, because browsers and systems also use the names of others. */
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

/** Far longer than any browser's user agent. */
const longest = 1000

/** The browser and the system, by their user agent: `Chrome on Windows`. */
export function deviceName(userAgent = ''): string {
  const words = userAgent.slice(0, longest)
  const nameIn = (naming: Naming) => naming.find(([, pattern]) => pattern.test(words))?.[0]
  const [browser, system] = [nameIn(browsers), nameIn(systems)]
  if (!browser && !system) return 'Unknown device'
  return `${browser ?? 'Browser'}${system ? ` on ${system}` : ''}`
}
