import { join } from 'node:path'
import type { Extent } from './extents.ts'
import { addFigure, type Figures } from './figures.ts'
import { withProducts } from './local-product.ts'
import { filesOf, filesOfPage, pageNamesOf, weigh, withReactOnlyPage } from './web-weight.ts'

/** Weighs the scripts and style sheets of every page, beside a page of React alone. */
export const weighPages = ({ roots }: Extent): Promise<Figures[]> =>
  // A product builds its web app when it starts.
  withProducts(roots, () =>
    withReactOnlyPage(async (shell) => {
      const react = await weigh(shell, await filesOf(shell, ['index.html']))
      return Promise.all(roots.map((root) => weightsOf(join(root, 'web/dist'), react.js)))
    }),
  )

async function weightsOf(built: string, react: number): Promise<Figures> {
  const figures: Figures = {}
  const files = new Map<string, string[]>()
  for (const page of await pageNamesOf(built)) files.set(page, await filesOfPage(built, page))
  for (const [page, named] of files) {
    const { js, css } = await weigh(built, named)
    const elsewhere = new Set(Array.from(files, ([other, its]) => (other === page ? [] : its)).flat())
    const own = await weigh(
      built,
      named.filter((file) => !elsewhere.has(file)),
    )
    addFigure(figures, 'script', page, js / react)
    addFigure(figures, 'ownScript', page, own.js / react)
    addFigure(figures, 'css', page, css / 1000)
  }
  return figures
}
