import { generatePath, Navigate, useParams } from 'react-router-dom'

/** Leads from another address of a page to its own. */
export const PageRedirect = ({ to }: { to: string }) => <Navigate to={generatePath(to, useParams())} replace />
