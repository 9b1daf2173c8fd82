import type { ComponentType } from 'react'
import type { ProductKey } from '#shared/model/catalogue.ts'
import type { AccessRule } from '#shared/rules/permissions.ts'
import type { PathInput } from '../lib/api/path-of.ts'
import type { FirstRead, Opened } from '../lib/navigation/first-read.ts'
import type { paths } from '../lib/navigation/paths.ts'

/** The path of a call's entry, and its input; undefined where that is not known, and the call is not made. */
type FirstCall = readonly [path: string, input: PathInput | undefined]

/** A page's component. `label` is the page's name in the menu. */
export type Screen = ComponentType<{ label: string }>

interface PageModule<Read> {
  Screen: Screen
  /** Reads what the screen shows first, before the screen does. */
  readFirst: Read | undefined
}

interface PageRecord<Read> {
  /** The page's address: one of `paths`, in which `:name` stands for one segment. */
  path: string
  /** Other addresses that lead to the page. */
  redirects?: readonly string[]
  load: () => Promise<PageModule<Read>>
  /** Modules that the page imports at once, besides its own. */
  parts?: readonly (() => Promise<unknown>)[]
}

/** A page that needs no session. */
export interface PublicPage extends PageRecord<() => Promise<unknown>> {
  /** `visitors`: signed-in users are sent on to their own pages. */
  access: 'visitors' | 'everybody'
  /** The addresses of what the page reads first. The browser fetches them beside the page's files. */
  reads?: readonly string[]
}

/** Who may open a page of signed-in users. Of several rules each must pass; the first that does not is named in the refusal. */
export type Access = 'users' | 'tenant administrators' | readonly AccessRule[]

/** The groups of the menu, and the addresses below which their pages are. */
export type MenuGroup = Extract<keyof typeof paths, 'pharmacy' | 'medical' | 'admin'>

interface MenuEntry {
  group: MenuGroup
  label: string
  /** Where else the entry is marked as the current one: there, and below. */
  alsoAt?: readonly string[]
  /** The product whose screens the page leads to. Its entry shows to those who hold the permission that the page's rule names. */
  product?: ProductKey
  /** On the dashboard's card. */
  description?: string
}

/** A page of signed-in users. */
export interface UserPage extends PageRecord<FirstRead> {
  access: Access
  menu?: MenuEntry
  /**
   * The calls that the page makes first. They are made while the page's files are still on their way; without this, the page's
   * `readFirst` makes them as soon as its module has come.
   */
  asks?: (opened: Opened) => readonly FirstCall[]
}

/** Loads a page by the name of its component. A type error says that the module has no such component. */
export const screen =
  <Name extends string, Read = never>(
    importModule: () => Promise<Readonly<Record<Name, Screen>> & { readFirst?: Read }>,
    name: Name,
  ) =>
  async (): Promise<PageModule<Read>> => {
    const module = await importModule()
    return { Screen: module[name], readFirst: module.readFirst }
  }

export type Page = PublicPage | UserPage
