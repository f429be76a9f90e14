/**
 * Exports of React Router that work inside the host's `BrowserRouter`. Excludes routers and everything that needs a
 * data router (47 KB), and `generatePath` and `href` (0.6 KB on every page, including login), which template strings
 * replace.
 */
export {
  createPath,
  createRoutesFromChildren,
  createRoutesFromElements,
  createSearchParams,
  Link,
  matchPath,
  matchRoutes,
  Navigate,
  NavigationType,
  NavLink,
  Outlet,
  parsePath,
  Route,
  Routes,
  renderMatches,
  resolvePath,
  useBeforeUnload,
  useHref,
  useInRouterContext,
  useLinkClickHandler,
  useLocation,
  useMatch,
  useNavigate,
  useNavigationType,
  useOutlet,
  useOutletContext,
  useParams,
  useResolvedPath,
  useRoutes,
  useSearchParams,
} from 'react-router-dom'
