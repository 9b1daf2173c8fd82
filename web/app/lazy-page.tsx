import type { ComponentType } from 'react'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { appNotLoadedTitle, WholePageNotice } from './whole-page-notice.tsx'

/** A lazily loaded component that fills the whole page. */
export const lazyPage = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazyComponent(load, { frame: (words) => <WholePageNotice title={appNotLoadedTitle}>{words}</WholePageNotice> })
