import '../lib/history-gate.ts'
import '../ui/fonts.css'
import '../ui/theme.css'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { sessionStore } from '../lib/session.ts'
import { applyTheme } from '../ui/theme.ts'
import { App } from './app.tsx'
import { CrashBoundary } from './crash-boundary.tsx'

/** Messages wait for it. */
const Toaster = lazy(async () => ({ default: (await import('../ui/toaster.tsx')).Toaster }))

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
      <Suspense>
        <Toaster />
      </Suspense>
    </CrashBoundary>
  </StrictMode>,
)
