import type { ComponentType } from 'react'
import { part } from '../ui/part.tsx'
import { notLoaded, Standstill } from './standstill.tsx'

/** A lazily loaded component that fills the whole page. */
export const pagePart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  part(load, { frame: (words) => <Standstill title={notLoaded}>{words}</Standstill> })
