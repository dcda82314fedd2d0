"""`resolve`: whatever a person calls a metric, as a `Metric`."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gaugeblock.metrics.adapters import adapt
from gaugeblock.metrics.arguments import is_metric_function
from gaugeblock.metrics.base import Metric, check_metric, is_own
from gaugeblock.metrics.blame import describe_error, file_of
from gaugeblock.metrics.function import FunctionMetric
from gaugeblock.metrics.locate import locate
from gaugeblock.metrics.options import option_parameters, split_options, typed_options, unknown_option, write_options
from gaugeblock.metrics.registry import METRICS
from gaugeblock.metrics.secrets import HIDDEN, hide, remember, secrets_in, secrets_of, without_remembered
from gaugeblock.metrics.source import function_digest
from gaugeblock.perturb.errors import GaugeblockError, UsageError

_LONG_ENOUGH = 4  # a shorter secret would be found in the words of a message
_WRAP = "give a function of (context, response), or a Metric"


def resolve(metric: Any) -> Metric:
    """A metric from an object or from text.

    Args:
        metric: a `Metric`, a `Metric` subclass, a function of one item or of a batch, or text: a registered name,
            ``module:attribute`` or ``path/to/file.py:attribute``, each with options in brackets:
            ``name[key=value,key="a, b"]``. The attribute may be any of the former, or a factory, which is a function
            all of whose arguments are options. The options of a function that scores are its further arguments.

    Returns:
        A `Metric`; made from text, its `source_spec` is text by which another process can make it again. One that
        stands in the registry is called as it is registered.

    Raises:
        UnknownNameError: no metric of that name.
        UsageError: the text cannot be read, what it names cannot be loaded, or it is not a metric.
    """
    if not isinstance(metric, str):
        return _as_metric(metric, _called(metric), {})
    secrets = _secrets_in(metric)
    remember(*secrets)
    try:
        made = _resolved(metric)
    except GaugeblockError as error:
        said = _without(str(error), secrets)
        if said == str(error):
            raise
        raise type(error)(said) from None
    if (shown := without_remembered(made.name)) != made.name:  # a name stands in every table
        try:
            _tell(made, name=shown)
        except AttributeError:
            raise UsageError(f"a metric cannot be named after a secret, as {shown} is; give it another name") from None
    return made


def _resolved(metric: str) -> Metric:
    name, written = split_options(metric)
    found, source = locate(name)
    made = _as_metric(found, name, written)
    if made is found and isinstance(found, FunctionMetric):  # which may be found under several names
        made = found.copied()
    _tell(made, source_spec=source + write_options(written))
    if name in METRICS and made.name != name:  # its name in a report must be one that it can be found by
        _tell(made, name=name)
    return made


def _secrets_in(metric: str) -> list[str]:
    """The secrets in the text of a metric."""
    try:
        name, written = split_options(metric)
    except UsageError:
        return secrets_in(metric)
    return [*secrets_in(name), *secrets_of(written)]


def _without(message: str, secrets: Sequence[str]) -> str:
    """What is said of a metric, without the secrets in its text; one of a few letters is found by its name alone."""
    if not secrets:
        return message
    for secret in secrets:
        if len(secret) >= _LONG_ENOUGH:
            message = message.replace(secret, HIDDEN)
    return hide(without_remembered(message))


def _called(metric: Any) -> str:
    """What an object is called in a message."""
    try:
        return str(getattr(metric, "__name__", None) or repr(metric)[:80])
    except (Exception, SystemExit):  # its own __repr__ may raise, as where its options are no options
        return f"an object of the class {type(metric).__name__}"


def _as_metric(found: Any, owner: str, written: Mapping[str, str]) -> Metric:
    if isinstance(found, FunctionMetric):
        return _with_options(found, owner, written)
    if isinstance(found, Metric):
        if written:
            raise UsageError(f"{owner} is a finished metric, so it takes no options: {write_options(written)}")
        _checked(found, owner)
        if not is_own(type(found)) and not found.options:  # its settings are not declared, so they are looked for
            _tell(found, origin=function_digest(_held(found)))
        elif not is_own(type(found)) and found.source_spec is None and _is_ours_at_heart(found):
            _tell(found, origin=function_digest(_added(found)))
        return found
    if inspect.isclass(found):
        if not issubclass(found, Metric):
            raise UsageError(f"{owner} is the class {found.__name__}, which is no Metric; {_WRAP}")
        made = _checked(_made(found, owner, written), owner)
        if not is_own(found):
            _tell(made, given=_given(found, owner, written))
        return made
    if (adapted := _adapted(found, owner, written)) is not None:
        return adapted
    if not callable(found):
        raise UsageError(f"{owner} is not a metric but {type(found).__name__}; {_WRAP}")
    if is_metric_function(found):
        return _with_options(FunctionMetric(found, name=_own_name(found, owner)), owner, written)
    made = _made(found, owner, written)
    if isinstance(made, Metric):
        _checked(made, owner)
        _tell(made, given=_given(found, owner, written))
        if not is_own(getattr(found, "func", found)):
            _tell(made, origin=function_digest(found))
        return made
    if (adapted := _adapted(made, owner, {})) is not None:
        _tell(adapted, given=_given(found, owner, written), origin=function_digest(found))
        return adapted
    if not callable(made):
        raise UsageError(
            f"{owner} takes no part of an example, so it was called to make a metric, but it returned "
            f"{type(made).__name__}; {_WRAP}"
        )
    wrapped = FunctionMetric(made, name=_own_name(made, owner), options=typed_options(owner, found, written))
    _tell(wrapped, origin=function_digest(found))
    return wrapped


def _adapted(found: Any, owner: str, written: Mapping[str, str]) -> Metric | None:
    """The metric that an object of another package is, with what was written of it."""

    def settings(
        *,
        key: str | None = None,
        nested: bool = False,
        name: str | None = None,
        construct: str = "factual-consistency",
        higher_is_better: bool = True,
        version: str = "1",
    ) -> None:
        """What an adapter takes."""

    if is_own(type(found)) or adapt(found) is None:
        return None
    try:
        made = adapt(found, **typed_options(owner, settings, written))
    except TypeError as error:
        raise UsageError(f"{owner} takes no such option: {error}") from error
    return None if made is None else _checked(made, owner)


def _tell(metric: Metric, **told: Any) -> None:
    """Set attributes, of a frozen metric too."""
    for attribute, value in told.items():
        object.__setattr__(metric, attribute, value)


def _given(factory: Callable[..., Any], owner: str, written: Mapping[str, str]) -> dict[str, Any]:
    """The written options, typed, without those that say what is so by default."""
    usual = option_parameters(factory)
    return {key: v for key, v in typed_options(owner, factory, written).items() if usual[key].default != v}


def _held(metric: Metric) -> dict[str, Any]:
    """What a finished metric holds beyond what `resolve` itself wrote on it."""
    return {key: value for key, value in vars(metric).items() if key not in ("given", "origin", "source_spec")}


def _is_ours_at_heart(metric: Metric) -> bool:
    return any(is_own(cls) for cls in type(metric).__mro__ if cls not in Metric.__mro__)


def _added(metric: Metric) -> dict[str, Any]:
    """What a user's subclass of a class of Gaugeblock's may have set: not the models and clients of that class."""
    plain = (bool, int, float, str, type(None))
    return {key: v for key, v in _held(metric).items() if not key.startswith("_") or type(v) in plain}


def _own_name(function: Any, owner: str) -> str | None:
    """The name of a metric made from a function: as registered; for a lambda, that of the attribute which holds it."""
    if owner in METRICS:
        return owner
    attribute = owner.rpartition(":")[2].rpartition(".")[2]
    return attribute if getattr(function, "__name__", "") == "<lambda>" and attribute.isidentifier() else None


def _made(factory: Callable[..., Any], owner: str, written: Mapping[str, str]) -> Any:
    options = typed_options(owner, factory, written)
    try:
        inspect.signature(factory).bind(**options)
    except TypeError as error:
        raise UsageError(f"{owner} cannot be made from its options alone: {error}") from error
    try:
        return factory(**options)
    except GaugeblockError:
        raise
    except (Exception, SystemExit) as error:
        what = describe_error(error, lambda file: file == file_of(factory))
        raise UsageError(f"{owner} cannot be made: {what}") from error


def _with_options(metric: FunctionMetric, owner: str, written: Mapping[str, str]) -> Metric:
    if not written:
        return metric
    parameters = option_parameters(metric.function)
    own = {name: p for name, p in parameters.items() if name not in metric.arguments.parameter_names}
    for key in written:
        if key not in own:
            raise UsageError(unknown_option(owner, key, own))
    return metric.with_options(typed_options(owner, metric.function, written))


def _checked(metric: Any, owner: str) -> Metric:
    try:
        check_metric(metric)
    except (AttributeError, TypeError, ValueError) as error:
        raise UsageError(f"{owner} is declared wrongly: {error}") from error
    checked: Metric = metric
    return checked
