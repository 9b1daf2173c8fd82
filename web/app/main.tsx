import './early.ts'
import '../lib/history-gate.ts'
import '../ui/focus-keeper.ts'
import '../ui/fonts.css'
import '../ui/theme.css'
// Every page needs these next: here they are no file of their own.
import '#shared/rules/sign-in-refusals.ts'
import '../lib/toast.ts'
import '../ui/announcer.tsx'
import '../ui/field-shell.tsx'
import '../ui/form-alert.tsx'
import '../ui/icons.tsx'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { idle, whenIdle } from '../lib/idle.ts'
import { inAMoment } from '../lib/in-a-moment.ts'
import { sessionStore } from '../lib/session.ts'
import { tokens } from '../lib/tokens.ts'
import { part } from '../ui/part.tsx'
import { applyTheme } from '../ui/theme.ts'
import { App } from './app.tsx'
import { CrashBoundary } from './crash-boundary.tsx'

/** Shows the messages, which wait until it has loaded. */
const Toaster = part(
  whenIdle(async () => (await import('../ui/toaster.tsx')).Toaster),
  {
    waiting: () => null,
    // In sight on a long page as well.
    frame: (words) => <div style={{ position: 'sticky', bottom: 0, background: 'var(--surface)' }}>{words}</div>,
  },
)

/** Begins, beside the calls of the session, what the page of the address needs. What fails of it, the page begins again. */
async function begin() {
  const { access } = await tokens.read()
  if (!access) return (await import('./public-routes.tsx')).preloadPage(location.pathname)
  return (await import('./signed-in-routes.tsx')).beginPage(access, location)
}

applyTheme()
const started = sessionStore.start(begin().catch(() => undefined))

const root = document.getElementById('app')
if (!root) throw new Error('index.html has no #app')
const render = () =>
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
// What has all come is drawn once; what has not, waits in its frame, which is drawn when there is nothing else to do.
void inAMoment(started)
  .then(() => Promise.race([started, idle()]))
  .finally(render)
