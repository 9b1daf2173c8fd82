import { useState } from 'react'
import { areShortcutsOn, chooseShortcuts } from '../../../lib/browser/shortcuts-choice.ts'
import { Card } from '../../../ui/card.tsx'
import { Check } from '../../../ui/choice.tsx'

/** Whether the app listens for single keys in this browser. */
export function KeyboardShortcuts() {
  const [isOn, setOn] = useState(areShortcutsOn)

  function choose(on: boolean) {
    chooseShortcuts(on)
    setOn(on)
  }
  return (
    <Card title="Keyboard">
      <Check label="Keyboard shortcuts" checked={isOn} onChange={choose} />
      <p className="muted small">Single keys such as / and n. They hold in this browser; ? shows them all.</p>
    </Card>
  )
}
