import type { ComponentType } from 'react'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { appNotLoadedTitle, WholePageNotice } from './whole-page-notice.tsx'

/** Returns a lazily loaded component. If it cannot be loaded, a message fills the whole page. */
export const lazyPage = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazyComponent(load, { frame: (words) => <WholePageNotice title={appNotLoadedTitle}>{words}</WholePageNotice> })
