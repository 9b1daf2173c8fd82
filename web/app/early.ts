import { askEarly } from '../lib/asked-early.ts'
import { tokens } from '../lib/tokens.ts'

// What a signed-in page does while its entry is still on its way: the documents name this file before all others.
void tokens.read().then(({ access }) => {
  if (!access) return
  askEarly(access)
  // The first date that a browser writes takes it as long as a whole screen. Nobody waits for this one.
  new Date().toLocaleString()
})
