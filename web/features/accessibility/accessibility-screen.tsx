import { useSupportAddress } from '../../lib/browser/use-support-address.ts'
import { paths } from '../../lib/navigation/paths.ts'
import { LonePage } from '../../ui/lone-page.tsx'
import styles from './accessibility-screen.module.css'

const works = [
  'Everything can be done by keyboard. You see where you are, and you stay there: when a button or a row goes away, the keyboard goes on to the next one. Back closes what lies over a page before it leaves the page.',
  'Nobody has to draw. A delivery for somebody who cannot draw is signed by a typed name or a mark.',
  'Nothing has to be dragged, photographed or scanned. Stops and packages are moved by buttons and keys, and the code of a slip can be typed.',
  'Screen readers hear messages as they come. F8 jumps to the newest one. What was refused stays in words where you asked for it, until you do something else.',
  'Fields say what they are for and which are optional. What is wrong is said at the field, and what you typed is kept. Passwords can be shown, pasted and filled in by a password manager.',
  'Pages fit a window of 320 pixels, which is 400 % on a usual screen. Text of twice the size and widely spaced text have room.',
  'A signature, a form or a list waits for you. Your organisation may sign you out when you are away; what you typed is there when you are back.',
  'Keys that are single letters, such as g d for the deliveries, can be switched off on your account page.',
  'You choose light or dark. The contrast themes of your system work. A status is a word and a sign, never a colour alone.',
  'On a touch screen, buttons are large enough for an unsteady hand, and they stay in reach when you turn the phone. Nothing moves if your system asks for that.',
]

const doesNotWork = [
  'Photos of deliveries have no description of what they show. A drawn signature is a picture; who signed is beside it in words only where it was asked for.',
  'The PDF of an audit packet has no tags, which screen readers need. The same records are in the packet as tables (CSV).',
  'Maps open on a site of others.',
  'We have tested with keyboards, with the accessibility tree of Chrome, and with automatic checks. We have not yet tested with NVDA, JAWS, VoiceOver or TalkBack, nor in Firefox and Safari.',
]

const List = ({ items }: { items: readonly string[] }) => (
  <ul className={styles.list}>
    {items.map((item) => (
      <li key={item}>{item}</li>
    ))}
  </ul>
)

/** The page `/accessibility`: what people with disabilities can and cannot do yet, and whom to write to. It needs no session. */
export function AccessibilityScreen() {
  const address = useSupportAddress()
  return (
    <LonePage title="Accessibility">
      <div className={styles.page}>
        <h1>Accessibility</h1>
        <p>
          Carelane is for everybody who works with it and everybody who signs for a delivery. We measure it against the
          Web Content Accessibility Guidelines 2.2, level AA.
        </p>
        <h2>What works</h2>
        <List items={works} />
        <h2>What does not work yet</h2>
        <List items={doesNotWork} />
        <h2>Whom to tell</h2>
        <p>
          Does something keep you from your work? Write to{' '}
          {address ? <a href={`mailto:${address}`}>{address}</a> : 'us'}. It helps us to know the page, what you wanted
          to do, and what you use. You need no account to write to us.
        </p>
        <p>
          <a href={paths.dashboard}>Go to Carelane</a>
        </p>
      </div>
    </LonePage>
  )
}
