import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))

const desktop = {
  name: 'desktop',
  use: { viewport: { width: 1280, height: 800 } },
  // What is held in a hand.
  testIgnore: /door-in-hand\.spec\.ts/,
}
const phone = {
  name: 'phone',
  use: { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true },
  // What these look at is the same at every size, and a phone has no keys.
  testIgnore: /(hostile-texts|keys|documents|weight|accounts-waiting|deliveries-failures)\.spec\.ts/,
}

/** What somebody on the way does, by the names of files and tests. */
const inHand = [
  /\b(door|door-in-hand|photos)\.spec\.ts/,
  /\bno-signal\.spec\.ts (without a signal (a delivery|the completion)|a start|a part)/,
  /\brun\.spec\.ts (what is not loaded|a signature|a package|the camera)/,
]

/** Every test of the files: how Playwright names it, and its text. */
export function everyTest() {
  const files = globSync('*.spec.ts', { cwd: folder })
  return files.flatMap((file) =>
    readFileSync(folder + file, 'utf8')
      .split(/^(?= *test\()/m)
      .flatMap((text) => {
        const [, , title] = /^ *test\((['"`])(.*?)\1/.exec(text) ?? []
        return title ? [{ name: `${file} ${title}`, text }] : []
      }),
  )
}

/** A look at a screen is one at both sizes. */
const looks = everyTest()
  .filter(({ name, text }) => text.includes('expectGood(') || name.startsWith('run.spec.ts stops change places'))
  .map(({ name }) => new RegExp(RegExp.escape(name)))

/** Each test at the size of who does such things. */
export const everyRun = [
  { ...desktop, grepInvert: inHand },
  { ...phone, grep: [...inHand, ...looks] },
]

/** Each test at the other size, and `lost-parts` at both: there it does more than in every run. */
export const proof = [
  { ...desktop, grep: [...inHand, /\blost-parts\.spec\.ts/] },
  { ...phone, grepInvert: [...inHand, ...looks] },
]
