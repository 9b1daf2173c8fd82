import { useState } from 'react'
import { areShortcutsOn, setShortcutsOn } from '../../../lib/browser/shortcuts-choice.ts'
import { Card } from '../../../ui/card.tsx'
import { InstantCheckbox } from '../../../ui/choice.tsx'

/** Switches the single-key shortcuts on or off in this browser. */
export function KeyboardShortcutsCard() {
  const [isOn, setOn] = useState(areShortcutsOn)

  function choose(on: boolean) {
    setShortcutsOn(on)
    setOn(on)
  }
  return (
    <Card title="Keyboard">
      <InstantCheckbox label="Keyboard shortcuts" checked={isOn} onChange={choose} />
      <p className="muted small">Single keys such as / and n, in this browser only. Press ? to see them all.</p>
    </Card>
  )
}
