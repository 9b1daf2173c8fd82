import type { ComponentType } from 'react'
import type { ProductKey } from '#shared/model/catalogue.ts'
import type { AccessRule } from '#shared/rules/permissions.ts'
import type { DataPreload, FirstCall, PreloadContext } from '../lib/navigation/data-preload.ts'
import type { paths } from '../lib/navigation/paths.ts'

/** A page's component. `label` is the page's name in the menu; '' for a page without a menu entry. */
export type ScreenComponent = ComponentType<{ label: string }>

interface PageModule<Read> {
  Screen: ScreenComponent
  /** Reads the screen's first data before the screen renders. */
  preloadData: Read | undefined
}

interface PageRecord<Read> {
  /** The page's address: one of `paths`. A `:name` in it stands for one segment. */
  path: string
  /** Other addresses that redirect to the page. */
  redirects?: readonly string[]
  load: () => Promise<PageModule<Read>>
  /** Further modules that are imported with `import()` as soon as the page opens. */
  parts?: readonly (() => Promise<unknown>)[]
}

/** A page that needs no session. */
export interface PublicPage extends PageRecord<() => Promise<unknown>> {
  /** `visitors`: signed-in users are redirected to the page that they came from, or to the dashboard. */
  access: 'visitors' | 'everybody'
  /** The addresses of the data that the page reads first. The browser fetches them in parallel with the page's files. */
  reads?: readonly string[]
}

/**
 * The people who may open a page of signed-in users. If there are several rules, the user must satisfy all of them; the refusal
 * names the first that the user does not satisfy.
 */
export type PageAccess = 'users' | 'tenant administrators' | readonly AccessRule[]

/** The groups of the menu. The pages of a group have addresses below the group's own. */
export type MenuGroup = Extract<keyof typeof paths, 'pharmacy' | 'medical' | 'admin'>

interface MenuEntry {
  group: MenuGroup
  label: string
  /** Further addresses at and below which the entry is marked as current. */
  alsoAt?: readonly string[]
  /**
   * The product that the page belongs to. If it is set, the menu entry is shown only to users who have the permission `named` of
   * the page's rule; another permission in `anyOf` isn't enough.
   */
  product?: ProductKey
  /** The text on the dashboard's card for a page of the group `admin`. The cards of other groups show the product's description. */
  description?: string
}

/** A page of signed-in users. */
export interface SignedInPage extends PageRecord<DataPreload> {
  access: PageAccess
  menu?: MenuEntry
  /**
   * The page's first calls, which are made while the page's files are still loading. Without `asks`, the page's `preloadData` makes
   * them as soon as its module has loaded, for which the page needs `transport` in its `parts`.
   */
  asks?: (opened: PreloadContext) => readonly FirstCall[]
}

/**
 * Returns a function that loads a page's module and takes the component of this name and `preloadData` from it. It is a type error
 * if the module has no such component.
 */
export const screenLoader =
  <Name extends string, Read = never>(
    importModule: () => Promise<Readonly<Record<Name, ScreenComponent>> & { preloadData?: Read }>,
    name: Name,
  ) =>
  async (): Promise<PageModule<Read>> => {
    const module = await importModule()
    return { Screen: module[name], preloadData: module.preloadData }
  }

export type AppPage = PublicPage | SignedInPage
