import '../lib/history-gate.ts'
import '../ui/focus-keeper.ts'
import '../ui/fonts.css'
import '../ui/theme.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { sessionStore } from '../lib/session.ts'
import { part } from '../ui/part.tsx'
import { applyTheme } from '../ui/theme.ts'
import { App } from './app.tsx'
import { CrashBoundary } from './crash-boundary.tsx'

/** Shows the messages, which wait until it has loaded. */
const Toaster = part(async () => (await import('../ui/toaster.tsx')).Toaster, {
  waiting: () => null,
  // In sight on a long page as well.
  frame: (words) => <div style={{ position: 'sticky', bottom: 0, background: 'var(--surface)' }}>{words}</div>,
})

applyTheme()
void sessionStore.start()

const root = document.getElementById('app')
if (!root) throw new Error('index.html has no #app')
createRoot(root).render(
  <StrictMode>
    <CrashBoundary>
      <BrowserRouter>
        <App />
      </BrowserRouter>
      <Toaster />
    </CrashBoundary>
  </StrictMode>,
)
