/**
 * What of react-router-dom the host provides to remotes: every hook and component that works inside the host's `BrowserRouter`.
 * Left out are routers themselves and what needs a data router, which cannot work there and weigh 47 KB; and `generatePath` and
 * `href`, which weigh 0.6 KB in every page, sign-in included, where a template string does.
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
