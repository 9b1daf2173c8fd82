import type { ComponentType, ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { lazyComponent } from './lazy-component.tsx'
import { Spinner } from './spinner.tsx'

interface Closable {
  onClose: () => void
}

/** Makes a dialog that is loaded as a chunk of its own. Until it has loaded, a dialog with its title and a spinner is shown. */
export function lazyDialog<Props extends Closable>(title: string, load: () => Promise<ComponentType<Props>>) {
  const inPlace = (content: ReactNode, { onClose }: Closable) => (
    <Dialog title={title} onClose={onClose}>
      {content}
    </Dialog>
  )
  return lazyComponent(load, { waiting: (props) => inPlace(<Spinner />, props), frame: inPlace })
}
