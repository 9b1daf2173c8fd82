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
  /\brun\.spec\.ts (what is not loaded|a signature|a package|the camera|the screens)/,
]

/** The tag of what takes long, or shows what few people meet. */
const inProofAlone = /@proof/

/** Every test of the files: the name by which Playwright chooses it, and its text. */
export function everyTest() {
  const files = globSync('*.spec.ts', { cwd: folder })
  return files.flatMap((file) =>
    readFileSync(folder + file, 'utf8')
      .split(/^(?= *(?:test|onOwnClock)\()/m)
      .flatMap((text) => {
        const [, , title, tag] = /^ *\w+\(\s*(['"`])(.*?)\1,(?:\s*\{\s*tag: '(@\w+)')?/.exec(text) ?? []
        return title ? [{ name: `${file} ${title}${tag ? ` ${tag}` : ''}`, text }] : []
      }),
  )
}

/** What everybody sees is looked at in both sizes. */
const looks = [
  /\blook\.spec\.ts (pages without a session|what stands at the door)/,
  /\brun\.spec\.ts stops change places/,
]

/** What does more in the proof is in every run and in the proof. */
export const doesMore = ({ name, text }: { name: string; text: string }) =>
  name.startsWith('lost-parts.spec.ts') || /\b(expectGood|inTurn|howMany)\(/.test(text)
const more = everyTest()
  .filter(doesMore)
  .map(({ name }) => new RegExp(RegExp.escape(name)))

/** Each test at the size of who does such things. */
export const everyRun = [
  { ...desktop, grepInvert: [...inHand, inProofAlone] },
  { ...phone, grep: [...inHand, ...looks], grepInvert: [inProofAlone] },
]

/** Each test at the other size, and at both what every run leaves out and what does more. */
export const proof = [
  { ...desktop, grep: [...inHand, inProofAlone, ...more] },
  { ...phone, grepInvert: [...inHand, ...looks].map(unless([inProofAlone, ...more])) },
]

/** What a pattern finds and none of the `others`. */
function unless(others: readonly RegExp[]) {
  const none = others.map(({ source }) => `(?!.*(?:${source}))`).join('')
  return ({ source }: RegExp) => new RegExp(`^${none}.*(?:${source})`)
}
