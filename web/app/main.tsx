import './start-early-calls.ts'
import '../ui/fonts.css'
import '../ui/theme.css'
// Every page needs these modules soon. Importing them here puts them into the same file as the main script.
import '#shared/rules/sign-in-refusals.ts'
import '../lib/browser/phone-has-actions.ts'
import '../lib/browser/toast.ts'
import '../lib/api/unread-answers.ts'
import '../ui/announcement-regions.tsx'
import '../ui/field-shell.tsx'
import '../ui/form-alert.tsx'
import '../ui/icons.tsx'
import './page-routes.tsx'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { installConnection } from '../lib/browser/connection.ts'
import { createIdleLoader, openFirst, waitBriefly } from '../lib/browser/idle.ts'
import { loadFont } from '../lib/browser/load-font.ts'
import { installPartReload } from '../lib/browser/load-part.ts'
import { installBackLayers } from '../lib/navigation/use-back-layer.ts'
import { installLastUse } from '../lib/session/last-use-time.ts'
import { installSession, sessionStore } from '../lib/session/session.ts'
import { pageTokenCookies } from '../lib/session/tokens.ts'
import { installFocusKeeper } from '../ui/focus-keeper.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { applyTheme } from '../ui/theme.ts'
import { App } from './app.tsx'
import { CrashBoundary } from './crash-boundary.tsx'
import { loadSignedInRoutes } from './routes.tsx'

/** Loads when the page is idle, because browsers translate a page after it has loaded. Without it, the page works untranslated. */
const watchTranslation = createIdleLoader(async () =>
  (await import('../lib/browser/translated-page.ts')).installTranslatedPage(),
)

/** Shows messages. Messages that arrive before this component has loaded wait for it. */
const Toaster = lazyComponent(
  createIdleLoader(async () => (await import('../ui/toaster.tsx')).Toaster),
  {
    waiting: () => null,
    // Keeps the message that this component could not be loaded in view on a long page.
    frame: (words) => <div style={{ position: 'sticky', bottom: 0, background: 'var(--surface)' }}>{words}</div>,
  },
)

/**
 * Starts to load the page at the address, in parallel with the session's calls. If anything fails here, it is loaded again when the
 * page is shown.
 */
async function begin() {
  const { access } = await pageTokenCookies.read()
  if (!access) return (await import('./public-routes.tsx')).preloadPage(location.pathname)
  return (await loadSignedInRoutes()).loadPageWithData(access, location)
}

function start() {
  applyTheme()
  installConnection()
  installPartReload()
  installBackLayers()
  installFocusKeeper()
  installLastUse()
  installSession()
  const opened = begin().catch(() => undefined)
  // `start-early-calls.ts` may have run before the font's style sheet came.
  const font = loadFont()
  const started = sessionStore.start(Promise.all([opened, font]))
  openFirst(Promise.all([started, opened]))
  watchTranslation().catch(() => undefined)

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
  // If the page's data arrives in time, the page is rendered only once. Otherwise its layout is rendered first, and the data later.
  void waitBriefly(Promise.all([started, font])).finally(render)
}

// A browser without these is too old, and shows the sentence in index.html.
if ('popover' in HTMLElement.prototype && 'canParse' in URL) start()
