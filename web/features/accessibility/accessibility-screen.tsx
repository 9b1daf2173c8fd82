import { useSupportAddress } from '../../lib/browser/config-texts.ts'
import { paths } from '../../lib/navigation/paths.ts'
import { LonePage } from '../../ui/lone-page.tsx'
import styles from './accessibility-screen.module.css'

const works = [
  'You can do everything with the keyboard. Focus is always visible and is never lost: when a button or row disappears, focus moves to the next one. Back closes anything open over a page before it leaves the page.',
  'No one has to draw. Someone who can’t draw a signature can sign with a typed name or a mark.',
  'You never have to drag, photograph or scan anything. You can move stops and packages with buttons or keys, and type in a slip’s code.',
  'Screen readers announce messages as they appear. F8 jumps to the latest one. If something is refused, the reason stays where you tried it until you do something else.',
  'Every field says what it’s for and whether it’s optional. Errors appear at the field, and what you typed is kept. You can show passwords, paste them, or use a password manager.',
  'Pages fit a window 320 pixels wide, which is 400% zoom on a typical screen. There is room for text at twice the size and for wider spacing.',
  'Signatures, forms and lists have no time limit. Your organization may sign you out while you’re away, but what you typed is there when you come back.',
  'You can turn off single-letter shortcuts, such as g d for deliveries, on your account page.',
  'You can choose a light or dark theme, and your system’s contrast themes work. A status is always a word and an icon, never color alone.',
  'On a touch screen, buttons are large enough for an unsteady hand and stay within reach when you turn the phone. Nothing moves if your system is set to reduce motion.',
]

const doesNotWork = [
  'Delivery photos have no text description. A drawn signature is an image; the signer’s name is next to it only if it was asked for.',
  'The PDF in an audit packet isn’t tagged for screen readers. The packet contains the same records as CSV tables.',
  'Maps open on a third-party site.',
  'We have tested with keyboards, Chrome’s accessibility tree and automated checks, but not yet with NVDA, JAWS, VoiceOver or TalkBack, or in Firefox or Safari.',
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
          Carelane is for everyone who works with it and everyone who signs for a delivery. We measure it against the
          Web Content Accessibility Guidelines (WCAG) 2.2, Level AA.
        </p>
        <h2>What works</h2>
        <List items={works} />
        <h2>What doesn’t work yet</h2>
        <List items={doesNotWork} />
        <h2>Report a problem</h2>
        <p>
          Is something getting in your way? Email {address ? <a href={`mailto:${address}`}>{address}</a> : 'us'}. It
          helps to tell us the page, what you were trying to do, and the browser and assistive technology you use. You
          don’t need an account to write to us.
        </p>
        <p>
          <a href={paths.dashboard}>Go to Carelane</a>
        </p>
      </div>
    </LonePage>
  )
}
