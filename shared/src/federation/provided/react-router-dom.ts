/**
 * Parts of react-router-dom that the host provides to remotes: every hook and component that works inside the
 * host's `BrowserRouter`. Excludes routers and everything that needs a data router: they cannot work inside the
 * host and have 47 KB. Also excludes `generatePath` and `href`: they would add 0.6 KB to every page, including
 * login, and template strings replace them.
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
