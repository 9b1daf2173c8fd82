import type { ReactNode } from 'react'
import { generatePath, Navigate, Route, useParams } from 'react-router-dom'
import type { AppPage } from './page.ts'

const Redirect = ({ to }: { to: string }) => <Navigate to={generatePath(to, useParams())} replace />

/** Returns the routes of a page and of the addresses that redirect to it. */
export const renderRoutes = ({ path, redirects = [] }: AppPage, element: ReactNode) => [
  <Route key={path} path={path} element={element} />,
  ...redirects.map((from) => <Route key={from} path={from} element={<Redirect to={path} />} />),
]
