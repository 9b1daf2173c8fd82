import type { ReactNode } from 'react'
import { generatePath, Navigate, Route, useParams } from 'react-router-dom'
import type { Page } from './page.ts'

const Redirect = ({ to }: { to: string }) => <Navigate to={generatePath(to, useParams())} replace />

/** The route of a page, and those of the addresses that lead to it. */
export const routesOf = ({ path, redirects = [] }: Page, element: ReactNode) => [
  <Route key={path} path={path} element={element} />,
  ...redirects.map((from) => <Route key={from} path={from} element={<Redirect to={path} />} />),
]
